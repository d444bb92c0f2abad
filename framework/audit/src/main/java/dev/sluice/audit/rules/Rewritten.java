package dev.sluice.audit.rules;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.model.Word;
import java.util.List;
import java.util.stream.Collectors;

/** A start line written so that the program itself gets the signal. */
final class Rewritten {
  private static final String NEEDS_SHELL = "$`*?[]{}~<>|&;()!#\"'\\\n ";

  private Rewritten() {}

  /** {@code exec python worker.py}. */
  static String exec(Launch launch) {
    return "exec " + line(launch.program());
  }

  /** {@code ["python", "worker.py"]}. */
  static String list(Launch launch) {
    return launch.program().stream()
        .map(word -> '"' + word.text().replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Words as a shell reads them. */
  static String line(List<Word> words) {
    return words.stream().map(word -> quoted(word.text())).collect(Collectors.joining(" "));
  }

  /** True when the program needs no shell: no variables, nothing set on the way. */
  static boolean plain(Launch launch) {
    return launch.variables().isEmpty()
        && launch.program().stream().noneMatch(word -> needsShell(word.text()));
  }

  /** A word as a shell reads it. */
  static String quoted(String text) {
    boolean bare = !text.isEmpty() && (!needsShell(text) || text.indexOf('$') >= 0);
    return bare ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean needsShell(String text) {
    return text.chars().anyMatch(c -> NEEDS_SHELL.indexOf(c) >= 0);
  }
}
