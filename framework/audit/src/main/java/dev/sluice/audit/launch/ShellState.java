package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellWord.Part;
import dev.sluice.audit.launch.ShellWord.Text;
import dev.sluice.audit.launch.ShellWord.Variable;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** What a shell knows while it runs: arguments, variables, functions. */
final class ShellState {
  private static final int MAX_WORDS = 5_000;
  private static final int MAX_VALUE = 10_000;

  private final Word zero;
  private final IntFunction<Position> lines;
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, EnvVariable> exported = new HashMap<>();
  private final Map<String, ShellNode> functions = new HashMap<>();
  private List<Word> arguments;
  private boolean argumentsUnsure;

  /**
   * A shell that begins.
   *
   * @param zero {@code $0}
   * @param arguments {@code "$@"}
   * @param lines where a line of its text stands
   */
  ShellState(Word zero, List<Word> arguments, IntFunction<Position> lines) {
    this.zero = zero;
    this.arguments = List.copyOf(arguments);
    this.lines = lines;
  }

  Map<String, ShellNode> functions() {
    return functions;
  }

  List<Word> arguments() {
    return arguments;
  }

  void arguments(List<Word> others, boolean sure) {
    if (sure) {
      arguments = List.copyOf(others);
    } else {
      argumentsUnsure = true;
    }
  }

  /** True when a condition decides what the arguments are. */
  boolean argumentsUnsure() {
    return argumentsUnsure;
  }

  List<EnvVariable> exported() {
    return List.copyOf(exported.values());
  }

  Position at(int line) {
    return lines.apply(line);
  }

  /** Carries out {@code name=value}. */
  void assign(ShellWord word, boolean export, boolean sure) {
    int equals = word.raw().indexOf('=');
    if (equals < 1) {
      export(word.raw(), word.line());
      return;
    }
    String name = word.raw().substring(0, equals);
    Optional<String> value =
        join(word)
            .filter(text -> text.length() < MAX_VALUE)
            .map(text -> text.substring(equals + 1));
    if (sure && value.isPresent()) {
      variables.put(name, value.get());
    } else {
      variables.remove(name);
    }
    if (export || exported.containsKey(name)) {
      exported.put(name, new EnvVariable(name, sure ? value : Optional.empty(), at(word.line())));
    }
  }

  private void export(String name, int line) {
    if (ShellExpansions.isName(name)) {
      exported.put(name, new EnvVariable(name, Optional.ofNullable(variables.get(name)), at(line)));
    }
  }

  /** The variables that stand in front of a command. */
  List<EnvVariable> inFront(List<ShellWord> assignments) {
    List<EnvVariable> all = new ArrayList<>();
    for (ShellWord word : assignments) {
      int equals = word.raw().indexOf('=');
      all.add(
          new EnvVariable(
              word.raw().substring(0, equals),
              join(word).map(text -> text.substring(equals + 1)),
              at(word.line())));
    }
    return all;
  }

  /** The text of a word, if everything in it is known. */
  Optional<String> join(ShellWord word) {
    StringBuilder text = new StringBuilder();
    for (Part part : word.parts()) {
      if (part instanceof Text piece) {
        text.append(piece.text());
      } else if (part instanceof Variable variable) {
        Optional<String> value = value(variable.name());
        if (value.isEmpty()) {
          return Optional.empty();
        }
        text.append(value.get());
      } else {
        return Optional.empty();
      }
    }
    return text.length() > 10 * MAX_VALUE ? Optional.empty() : Optional.of(text.toString());
  }

  private Optional<String> value(String name) {
    if (name.equals("0")) {
      return Optional.of(zero.text());
    }
    if (argumentsUnsure && "@*#123456789".contains(name)) {
      return Optional.empty();
    }
    if (name.equals("@") || name.equals("*")) {
      return Optional.of(String.join(" ", arguments.stream().map(Word::text).toList()));
    }
    if (name.equals("#")) {
      return Optional.of(String.valueOf(arguments.size()));
    }
    if (name.length() == 1 && Character.isDigit(name.charAt(0))) {
      int index = name.charAt(0) - '1';
      return Optional.of(index < arguments.size() ? arguments.get(index).text() : "");
    }
    return Optional.ofNullable(variables.get(name));
  }

  /** Expands words; what is not known stays as it is written. */
  List<Word> expand(List<ShellWord> words) {
    List<Word> all = new ArrayList<>();
    for (ShellWord word : words) {
      Position at = at(word.line());
      if (word.parts().size() == 1 && word.parts().get(0) instanceof Variable variable) {
        alone(variable, at, all);
      } else {
        all.add(new Word(join(word).or(word::literal).orElse(word.raw()), at));
      }
      if (all.size() > MAX_WORDS) {
        return all.subList(0, MAX_WORDS);
      }
    }
    return all;
  }

  private void alone(Variable variable, Position at, List<Word> all) {
    String name = variable.name();
    if (name.equals("@") || (name.equals("*") && !variable.quoted())) {
      arguments.forEach(argument -> all.add(new Word(argument.text(), argument.at())));
      return;
    }
    Optional<String> value = value(name);
    if (value.isEmpty() || variable.quoted()) {
      all.add(new Word(value.orElse(variable.raw()), at));
      return;
    }
    for (String piece : value.get().split("[ \t\n]+", -1)) {
      if (!piece.isEmpty()) {
        all.add(new Word(piece, at));
      }
    }
  }
}
