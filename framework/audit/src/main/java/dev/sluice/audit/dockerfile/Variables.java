package dev.sluice.audit.dockerfile;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code ARG} and {@code ENV} of a stage, and their replacement in other instructions. */
final class Variables {
  /** No value grows beyond this, whatever variables are put into each other. */
  private static final int LONGEST = 65_536;

  private final Map<String, Optional<String>> arguments = new LinkedHashMap<>();
  private final Map<String, EnvVariable> environment = new LinkedHashMap<>();

  /** What a stage inherits from the one it begins from. */
  void inherit(List<EnvVariable> variables) {
    variables.forEach(variable -> environment.put(variable.name(), variable));
  }

  /** An {@code ARG} with its default; a name that another place gave a value keeps that. */
  void argument(String name, Optional<String> value) {
    arguments.put(name, value);
  }

  Optional<String> argument(String name) {
    return arguments.getOrDefault(name, Optional.empty());
  }

  void environment(String name, Optional<String> value, Position at) {
    environment.put(name, new EnvVariable(name, value, at));
  }

  List<EnvVariable> environment() {
    return List.copyOf(environment.values());
  }

  private Optional<String> value(String name) {
    EnvVariable variable = environment.get(name);
    return variable != null ? variable.value() : argument(name);
  }

  /** The words of an {@code ENV}, {@code ARG} or {@code LABEL}: quotes hold together and stay. */
  static List<String> words(String text, char escape) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == escape && quote != '\'' && i + 1 < text.length()) {
        word.append(c).append(text.charAt(++i));
        continue;
      }
      if (quote == 0 && Character.isWhitespace(c)) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
        continue;
      }
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      word.append(c);
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return words;
  }

  /**
   * Takes quotes off and puts variables in.
   *
   * @return empty when a variable has no value that is known here
   */
  Optional<String> replaced(String text, char escape) {
    StringBuilder out = new StringBuilder();
    boolean known = true;
    char quote = 0;
    for (int i = 0; i < text.length() && out.length() < LONGEST; i++) {
      char c = text.charAt(i);
      if (c == escape && quote != '\'' && i + 1 < text.length()) {
        out.append(text.charAt(++i));
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '$' && quote != '\'') {
        int end = end(text, i);
        Optional<String> value =
            end == i + 1 ? Optional.of("$") : reference(text.substring(i + 1, end), escape);
        known &= value.isPresent();
        out.append(value.orElse(""));
        i = end - 1;
      } else {
        out.append(c);
      }
    }
    return known ? Optional.of(out.toString()) : Optional.empty();
  }

  /** Where a reference that begins at a dollar sign ends. */
  private static int end(String text, int dollar) {
    int i = dollar + 1;
    if (i < text.length() && text.charAt(i) == '{') {
      int depth = 0;
      for (; i < text.length(); i++) {
        depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
        if (depth == 0) {
          return i + 1;
        }
      }
      return text.length();
    }
    while (i < text.length() && isName(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private Optional<String> reference(String reference, char escape) {
    if (!reference.startsWith("{")) {
      return value(reference);
    }
    String inner = reference.substring(1, reference.length() - (reference.endsWith("}") ? 1 : 0));
    int name = 0;
    while (name < inner.length() && isName(inner.charAt(name))) {
      name++;
    }
    Optional<String> value = value(inner.substring(0, name));
    String rest = inner.substring(name);
    boolean colon = rest.startsWith(":");
    String operation = colon ? rest.substring(1) : rest;
    if (operation.isEmpty()) {
      return value;
    }
    boolean set = value.filter(it -> !colon || !it.isEmpty()).isPresent();
    String word = operation.substring(1);
    return switch (operation.charAt(0)) {
      case '-' -> set ? value : nested(word, escape);
      case '+' -> set ? nested(word, escape) : Optional.of("");
      default -> Optional.empty();
    };
  }

  /** A default may refer to another variable, but to no default inside a default. */
  private Optional<String> nested(String word, char escape) {
    return word.contains("${") && word.indexOf("${") != word.lastIndexOf("${")
        ? Optional.empty()
        : replaced(word, escape);
  }

  private static boolean isName(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }
}
