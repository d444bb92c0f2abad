package dev.sluice.config.schema;

import dev.sluice.chain.Durations;
import dev.sluice.config.DataSize;
import dev.sluice.config.Setting;
import dev.sluice.config.bind.EnumWords;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The schemas of single values. */
final class ScalarSchemas {
  private static final Map<Class<?>, String> FORMS =
      Map.of(
          int.class, Forms.WHOLE,
          Integer.class, Forms.WHOLE,
          long.class, Forms.WHOLE,
          Long.class, Forms.WHOLE,
          boolean.class, Forms.BOOLEAN,
          Boolean.class, Forms.BOOLEAN,
          Duration.class, Forms.DURATION,
          DataSize.class, Forms.SIZE,
          String.class, Forms.TEXT);

  private ScalarSchemas() {}

  /** Whether a type is written as a single value. */
  static boolean has(Class<?> type) {
    return type.isEnum() || FORMS.containsKey(type);
  }

  /** The schema of a type's values within a range. */
  static Map<String, Object> of(Class<?> type, Range range, boolean placeholders) {
    if (type == String.class) {
      return text(range, placeholders);
    }
    Map<String, Object> literal =
        type.isEnum()
            ? Map.of("enum", EnumWords.accepted(type))
            : within(range, type, reference(FORMS.get(type)));
    return placeholders ? Map.of("anyOf", List.of(literal, reference(Forms.PLACEHOLDER))) : literal;
  }

  /** The default of a key as JSON has it; empty when it has none or is no single value. */
  static Optional<Object> byDefault(Class<?> type, Setting setting) {
    if (setting.value().equals(Setting.NONE) || !has(type)) {
      return Optional.empty();
    }
    String form = FORMS.getOrDefault(type, Forms.TEXT);
    if (form.equals(Forms.WHOLE)) {
      return Optional.of(Long.valueOf(setting.value()));
    }
    return Optional.of(
        form.equals(Forms.BOOLEAN) ? Boolean.valueOf(setting.value()) : setting.value());
  }

  private static Map<String, Object> text(Range range, boolean placeholders) {
    Map<String, Object> schema = reference(placeholders ? Forms.TEXT : Forms.LITERAL);
    if (range.isEmpty()) {
      return schema;
    }
    Map<String, Object> length = new LinkedHashMap<>();
    range.put(length, "minLength", "maxLength", Long::valueOf);
    if (placeholders) {
      // What a placeholder stands for has another length.
      schema.put("anyOf", List.of(length, reference(Forms.PLACEHOLDER)));
    } else {
      schema.putAll(length);
    }
    return schema;
  }

  private static Map<String, Object> within(
      Range range, Class<?> type, Map<String, Object> schema) {
    if (type == boolean.class || type == Boolean.class) {
      return schema;
    }
    Function<String, BigDecimal> figure = text -> figure(type, text);
    if (type == int.class || type == Integer.class) {
      schema.put("minimum", Integer.MIN_VALUE);
      schema.put("maximum", Integer.MAX_VALUE);
    }
    range.put(schema, "minimum", "maximum", figure::apply);
    // Bounds are for numbers; of texts a schema can at least tell zero and minus.
    if (range.isAtLeast(new BigDecimal("0.000000001"), figure)) {
      schema.put("pattern", FORMS.get(type).equals(Forms.WHOLE) ? "^[1-9]" : "[1-9]");
    } else if (range.isAtLeast(BigDecimal.ZERO, figure)) {
      schema.put("pattern", "^[^-]");
    }
    return schema;
  }

  /** A bound as the number that stands for it without quotes. */
  private static BigDecimal figure(Class<?> type, String text) {
    if (type == Duration.class) {
      Duration duration = Durations.parse("", text);
      return BigDecimal.valueOf(duration.toSeconds())
          .add(BigDecimal.valueOf(duration.toNanosPart(), 9).stripTrailingZeros());
    }
    return type == DataSize.class
        ? BigDecimal.valueOf(DataSize.parse(text).bytes())
        : new BigDecimal(text);
  }

  private static Map<String, Object> reference(String form) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$ref", "#/$defs/" + form);
    return schema;
  }
}
