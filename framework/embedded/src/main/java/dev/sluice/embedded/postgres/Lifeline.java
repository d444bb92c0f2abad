package dev.sluice.embedded.postgres;

import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.PidFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Ends the server when this JVM has gone, which Postgres would not notice. A shell waits for the
 * end of a pipe that only we hold; then it stops the server that {@code postmaster.pid} names,
 * which is none when ours has stopped in the meantime.
 */
final class Lifeline {
  private static final String SCRIPT =
      "read -r _; read -r pid < \"$0/postmaster.pid\" && [ \"$pid\" = \"$1\" ] && kill -INT \"$1\"";

  private Lifeline() {}

  static Child of(Path data, long pid, Path log, PidFile pidFile) {
    return Child.start(
        "the lifeline of Postgres",
        List.of("sh", "-c", SCRIPT, data.toString(), Long.toString(pid)),
        log,
        pidFile);
  }
}
