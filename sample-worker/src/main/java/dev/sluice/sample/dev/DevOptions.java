package dev.sluice.sample.dev;

import dev.sluice.sample.flights.FlightOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the worker with embedded servers. */
public final class DevOptions extends FlightOptions {

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = ".sluice-dev",
      description = "Where Kafka and Postgres keep their data (default: ${DEFAULT-VALUE}).")
  private Path dataDir = Path.of(".sluice-dev");

  @Option(
      names = "--reset",
      description = "Starts with empty servers: everything below the data directory is deleted.")
  private boolean reset;

  /** For picocli. */
  public DevOptions() {}

  Path dataDir() {
    return dataDir;
  }

  boolean reset() {
    return reset;
  }
}
