package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.PidFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Ends the broker and its port mapper when this JVM has gone, which neither would notice. A shell
 * waits for the end of a pipe that only we hold; then it ends what the two pid files name, unless
 * the process with that number started at another time.
 */
final class Lifeline {
  private static final String SCRIPT =
      """
      read -r _
      for file; do
        { read -r pid && read -r started; } < "$file" || continue
        stat=$(cat "/proc/$pid/stat") || continue
        set -- ${stat##*) }
        shift 19
        [ "$1" = "${started##*:}" ] && kill -TERM "$pid"
      done
      """;

  private Lifeline() {}

  static Child of(Path brokerPidFile, Path mapperPidFile, Path log, PidFile pidFile) {
    return Child.start(
        "the lifeline of RabbitMQ",
        List.of("sh", "-c", SCRIPT, "sh", brokerPidFile.toString(), mapperPidFile.toString()),
        log,
        pidFile);
  }
}
