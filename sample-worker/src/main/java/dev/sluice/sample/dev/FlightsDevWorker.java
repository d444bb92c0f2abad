package dev.sluice.sample.dev;

import dev.sluice.Worker;
import dev.sluice.sample.FlightsWorker;

/** The sample worker together with an embedded Kafka and an embedded Postgres. */
public final class FlightsDevWorker {

  private FlightsDevWorker() {}

  /** Runs the command line; see {@link Worker}. */
  public static void main(String[] args) {
    DevOptions options = new DevOptions();
    Worker.with(FlightsWorker.loadFlights(options))
        .options(options)
        .environment(() -> DevEnvironment.start(options.dataDir(), options.reset()))
        .run(args);
  }
}
