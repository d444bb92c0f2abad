package dev.sluice.api;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Something a worker brings along and needs while it runs, for example a broker for development. It
 * is started after the signal handlers stand and before the configuration is read, and closed in
 * the worker's close phase, after the source and the services.
 */
public interface Environment extends AutoCloseable {

  /**
   * Variables for the placeholders of {@code pipeline.yaml}, added to the process's own; one of the
   * same name takes the place of the process's, since what was started here is what shall be used.
   */
  Map<String, String> variables();

  /** The configuration to use when the command line names none. */
  default Optional<Path> config() {
    return Optional.empty();
  }

  /** Ends what was started. Called once, also when the worker could not start; may block. */
  @Override
  void close();
}
