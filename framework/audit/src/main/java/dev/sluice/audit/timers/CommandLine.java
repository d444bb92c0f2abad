package dev.sluice.audit.timers;

import dev.sluice.audit.model.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A program and its arguments, without the launchers of its language in front ({@code bundle exec},
 * {@code python -m}, {@code poetry run}).
 *
 * @param name of the program, without its directory
 * @param arguments what follows
 */
record CommandLine(String name, List<Word> arguments) {
  private static final Set<String> RUNNERS = Set.of("bundle", "poetry", "pipenv", "uv", "pdm");
  private static final Set<String> INTERPRETERS =
      Set.of("python", "python2", "python3", "ruby", "php", "node");

  /** Copies the arguments. */
  CommandLine {
    arguments = List.copyOf(arguments);
  }

  /** Finds the program; empty when there is none. */
  static Optional<CommandLine> of(List<Word> words) {
    int at = 0;
    while (at < words.size()) {
      String name = base(words.get(at).text());
      String next = at + 1 < words.size() ? words.get(at + 1).text() : "";
      boolean runs = RUNNERS.contains(name) && (next.equals("exec") || next.equals("run"));
      boolean module = isInterpreter(name) && next.equals("-m");
      if (runs || module) {
        at += 2;
      } else if (name.equals("npx") || (isInterpreter(name) && next.contains("bin/"))) {
        at++;
      } else {
        return Optional.of(new CommandLine(name, words.subList(at + 1, words.size())));
      }
    }
    return Optional.empty();
  }

  private static boolean isInterpreter(String name) {
    return INTERPRETERS.contains(name) || name.startsWith("python3.");
  }

  private static String base(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * The value of an option, the last where it comes several times: {@code -t 25}, {@code -t25},
   * {@code --timeout 25}, {@code --timeout=25}.
   *
   * @param names with their dashes
   */
  Optional<Word> option(String... names) {
    Optional<Word> found = Optional.empty();
    for (int i = 0; i < arguments.size(); i++) {
      for (String name : names) {
        Optional<Word> value = value(i, name);
        found = value.isPresent() ? value : found;
      }
    }
    return found;
  }

  private Optional<Word> value(int i, String name) {
    Word word = arguments.get(i);
    if (word.text().equals(name)) {
      return i + 1 < arguments.size() ? Optional.of(arguments.get(i + 1)) : Optional.empty();
    }
    String glued = name.startsWith("--") ? name + "=" : name;
    boolean here = word.text().startsWith(glued) && !glued.equals("--=");
    return here && word.text().length() > glued.length()
        ? Optional.of(new Word(word.text().substring(glued.length()), word.at()))
        : Optional.empty();
  }

  /** True when a word among the arguments ends so. */
  boolean hasEnding(String end) {
    return arguments.stream().anyMatch(it -> it.text().endsWith(end));
  }

  /** True when a word stands among the arguments. */
  boolean has(String word) {
    return arguments.stream().anyMatch(it -> it.text().equals(word));
  }
}
