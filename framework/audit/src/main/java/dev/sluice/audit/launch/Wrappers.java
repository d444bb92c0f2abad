package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Programs that put another in their own place. */
final class Wrappers {
  /**
   * How the words of a wrapper are counted.
   *
   * @param valued options that take the next word
   * @param operands words of its own before the program
   */
  private record Words(Set<String> valued, int operands) {}

  private static final Words NONE = new Words(Set.of(), 0);
  private static final Words ONE = new Words(Set.of(), 1);

  private static final Map<String, Words> ALL =
      Map.ofEntries(
          Map.entry("nohup", NONE),
          Map.entry("nice", new Words(Set.of("-n"), 0)),
          Map.entry("ionice", new Words(Set.of("-c", "-n"), 0)),
          Map.entry("gosu", ONE),
          Map.entry("su-exec", ONE),
          Map.entry("chroot", ONE),
          Map.entry("taskset", ONE),
          Map.entry("stdbuf", new Words(Set.of("-i", "-o", "-e"), 0)),
          Map.entry(
              "setpriv",
              new Words(
                  Set.of(
                      "--reuid",
                      "--regid",
                      "--ruid",
                      "--rgid",
                      "--groups",
                      "--inh-caps",
                      "--ambient-caps",
                      "--bounding-set",
                      "--securebits",
                      "--pdeathsig"),
                  0)),
          Map.entry("poetry", ONE),
          Map.entry("pipenv", ONE),
          Map.entry("bundle", ONE),
          Map.entry("newrelic-admin", ONE),
          Map.entry("ddtrace-run", NONE),
          Map.entry("opentelemetry-instrument", NONE));

  /** What the first operand must be for those that can do other things too. */
  private static final Map<String, String> VERBS =
      Map.of("poetry", "run", "pipenv", "run", "bundle", "exec", "newrelic-admin", "run-program");

  private Wrappers() {}

  /** The words of the wrapped program, none when it can't be told; empty for no wrapper. */
  static Optional<List<Word>> wrapped(String name, List<Word> words) {
    Words counted = ALL.get(name);
    if (counted == null) {
      return Optional.empty();
    }
    if (VERBS.containsKey(name)
        && (words.size() < 2 || !words.get(1).text().equals(VERBS.get(name)))) {
      return Optional.of(List.of());
    }
    return Optional.of(behind(words, counted.valued(), counted.operands()));
  }

  /** The words behind the options and operands of a wrapper, which is the first word. */
  static List<Word> behind(List<Word> words, Set<String> valued, int operands) {
    int i = 1;
    while (i < words.size() && words.get(i).text().startsWith("-")) {
      String word = words.get(i++).text();
      if (word.equals("--")) {
        break;
      }
      if (valued.contains(word)) {
        i++;
      }
    }
    int from = i + operands;
    return from >= words.size() ? List.of() : words.subList(from, words.size());
  }
}
