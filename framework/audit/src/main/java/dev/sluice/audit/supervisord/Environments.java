package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.EnvVariable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code environment=KEY="value",KEY2="value2"}. */
final class Environments {
  private static final String KEY = "environment";

  private Environments() {}

  /** The unread parts' stand-in. */
  static String unread(String spec) {
    return String.valueOf(Words.UNREAD);
  }

  /**
   * The variables of an expanded value.
   *
   * @param text with {@link Words#UNREAD} for what can't be known
   */
  static List<EnvVariable> read(Settings settings, IniValue written, PercentFormat.Expanded text) {
    Map<String, EnvVariable> variables = new LinkedHashMap<>();
    try {
      List<Words.Part> parts = Words.ofEnvironment(text.text());
      for (int i = 0; i < parts.size(); i += 4) {
        if (i + 2 >= parts.size() || !parts.get(i + 1).text().equals("=")) {
          throw new Refused("is no list of KEY=\"value\", separated by commas");
        }
        Words.Part name = parts.get(i);
        String value = unquoted(parts.get(i + 2).text());
        boolean known = value.indexOf(Words.UNREAD) < 0;
        variables.put(
            name.text(),
            new EnvVariable(
                name.text(),
                known ? Optional.of(value) : Optional.empty(),
                written.at(name.line())));
      }
    } catch (Refused e) {
      if (text.known()) {
        settings.refuse(
            KEY,
            written,
            e.getMessage(),
            Change.set("write environment=KEY=\"value\",KEY2=\"value2\""));
      }
      return List.of();
    }
    return new ArrayList<>(variables.values());
  }

  private static String unquoted(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && "'\"".indexOf(value.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && "'\"".indexOf(value.charAt(to - 1)) >= 0) {
      to--;
    }
    return value.substring(from, to);
  }
}
