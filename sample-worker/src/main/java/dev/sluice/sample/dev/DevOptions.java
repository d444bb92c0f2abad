package dev.sluice.sample.dev;

import dev.sluice.sample.SampleOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of the worker with embedded servers. */
public final class DevOptions extends SampleOptions {

  @Option(
      names = "--pipeline",
      paramLabel = "NAME",
      defaultValue = "flights",
      converter = DevPipeline.Option.class,
      description =
          "What runs: flights, flights-transactional, flights-rabbitmq or airport-import (default:"
              + " ${DEFAULT-VALUE}).")
  private DevPipeline pipeline = DevPipeline.FLIGHTS;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = ".sluice-dev",
      description = "Where the servers keep their data (default: ${DEFAULT-VALUE}).")
  private Path dataDir = Path.of(".sluice-dev");

  @Option(
      names = "--reset",
      description = "Starts with empty servers: everything below the data directory is deleted.")
  private boolean reset;

  @Option(
      names = "--attach",
      description =
          "Starts no servers but uses those of the worker that runs on the data directory.")
  private boolean attach;

  /** For picocli. */
  public DevOptions() {}

  DevPipeline pipeline() {
    return pipeline;
  }

  Path dataDir() {
    return dataDir;
  }

  boolean reset() {
    return reset;
  }

  boolean attach() {
    return attach;
  }

  @Override
  protected Path usualAirportsDir() {
    return dataDir.resolve(AirportJobs.DIRECTORY);
  }
}
