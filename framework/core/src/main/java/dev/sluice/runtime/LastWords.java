package dev.sluice.runtime;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a stop is told: standard output, and the pod's termination message when there is one.
 * Thread-safe; writing never fails the stop.
 */
final class LastWords {
  private static final Logger LOGGER = LoggerFactory.getLogger(LastWords.class);
  private static final String VARIABLE = "SLUICE_TERMINATION_LOG";
  private static final Path DEFAULT = Path.of("/dev/termination-log");

  private final PrintStream out;
  private final Optional<Path> terminationLog;

  /**
   * @param out where lines go
   * @param variables the environment
   */
  LastWords(PrintStream out, Map<String, String> variables) {
    this.out = out;
    String named = variables.get(VARIABLE);
    if (named != null && !named.isBlank()) {
      this.terminationLog = Optional.of(Path.of(named));
    } else {
      this.terminationLog = Optional.of(DEFAULT).filter(Files::isWritable);
    }
  }

  /**
   * Lines only, wherever the worker runs.
   *
   * @param out where lines go
   */
  LastWords(PrintStream out) {
    this.out = out;
    this.terminationLog = Optional.empty();
  }

  /** One line on standard output. */
  void line(String line) {
    out.println(line);
    out.flush();
  }

  /** Replaces the termination message. */
  synchronized void termination(String message) {
    terminationLog.ifPresent(
        path -> {
          try {
            Files.write(path, message.getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) {
            LOGGER.warn("can't write the termination message to {}: {}", path, Causes.brief(e));
          }
        });
  }
}
