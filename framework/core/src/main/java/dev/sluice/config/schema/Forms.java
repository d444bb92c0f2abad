package dev.sluice.config.schema;

import dev.sluice.chain.Durations;
import dev.sluice.config.DataSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How values are written, as definitions that the schema refers to. The regular expressions are
 * those that Java and ECMAScript read alike.
 */
final class Forms {
  static final String TEXT = "text";
  static final String LITERAL = "literal";
  static final String PLACEHOLDER = "placeholder";
  static final String WHOLE = "wholeNumber";
  static final String BOOLEAN = "trueOrFalse";
  static final String DURATION = "duration";
  static final String SIZE = "size";

  private static final String HOURS = "(?:0|[1-9][0-9]{0,3})(?:\\.[0-9]{1,9})?";
  private static final String MINUTES = "(?:0|[1-9][0-9]{0,5})(?:\\.[0-9]{1,9})?";
  private static final String SECONDS = "(?:0|[1-9][0-9]{0,7})(?:\\.[0-9]{1,9})?";
  private static final String MILLIS = "(?:0|[1-9][0-9]{0,10})(?:\\.[0-9]{1,6})?";

  private static final String REPLACED =
      "\\$\\{(?:[A-Za-z_][A-Za-z0-9_]*(?::-(?:(?!\\$\\{)[^}])*)?|file:/[^}]*)\\}";
  // Texts in which every ${ is escaped or a placeholder. Unrolled, so that no text takes long.
  private static final String WITH_PLACEHOLDERS =
      "^[^$]*(?:(?:\\$\\$\\{|" + REPLACED + "|\\$(?!\\{))[^$]*)*$";
  private static final String WITHOUT_PLACEHOLDERS = "^[^$]*(?:\\$(?!\\{)[^$]*)*$";

  private Forms() {}

  /** All definitions by their names. */
  static Map<String, Object> definitions() {
    List<String> anyScalar = List.of("string", "number", "boolean");
    Map<String, Object> definitions = new LinkedHashMap<>();
    definitions.put(TEXT, form(anyScalar, WITH_PLACEHOLDERS));
    definitions.put(LITERAL, form(anyScalar, WITHOUT_PLACEHOLDERS));
    definitions.put(PLACEHOLDER, form("string", "(?:^|[^$])" + REPLACED));
    definitions.put(WHOLE, form(List.of("integer", "string"), "^-?(?:0|[1-9][0-9]*)$"));
    definitions.put(BOOLEAN, Map.of("enum", List.of(true, false, "true", "false")));
    definitions.put(DURATION, duration());
    Map<String, Object> size = form(List.of("integer", "string"), "^(?:" + DataSize.PATTERN + ")$");
    size.put("minimum", 0);
    definitions.put(SIZE, size);
    return definitions;
  }

  private static Map<String, Object> duration() {
    String pattern =
        "^(?:"
            + SECONDS
            + "|(?=.)"
            + units("h", "m", "s", "ms")
            + "|PT(?=.)"
            + units("H", "M", "S", "MS")
            + ")$";
    // A bare number counts seconds.
    Map<String, Object> duration = form(List.of("number", "string"), pattern);
    duration.put("minimum", 0);
    duration.put("maximum", Durations.MAX.toSeconds());
    return duration;
  }

  private static String units(String hours, String minutes, String seconds, String millis) {
    return optional(HOURS, hours)
        + optional(MINUTES, minutes)
        + optional(SECONDS, seconds)
        + optional(MILLIS, millis);
  }

  private static String optional(String number, String unit) {
    return "(?:" + number + unit + ")?";
  }

  private static Map<String, Object> form(Object type, String pattern) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("type", type);
    form.put("pattern", pattern);
    return form;
  }
}
