package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.process.Child;
import java.util.List;
import java.util.regex.Pattern;

/** What a broker that does not start complains of: the end of its log shows Erlang's insides. */
final class Complaints {
  private static final Pattern ERROR = Pattern.compile("^.*\\[error\\] <[0-9.]+> ");
  private static final int LINES = 12;

  private Complaints() {}

  /** The first errors of a log, without time and process; its last lines when there are none. */
  static List<String> of(List<String> log) {
    List<String> complaints =
        log.stream()
            .filter(line -> ERROR.matcher(line).find())
            .map(line -> ERROR.matcher(line).replaceFirst(""))
            .filter(line -> !line.isBlank())
            .limit(LINES)
            .toList();
    return complaints.isEmpty() ? Child.lastLines(log) : complaints;
  }
}
