package dev.sluice.sample;

import dev.sluice.Worker;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.postgres.PostgresTransactions;
import dev.sluice.sample.airports.ImportAirports;
import dev.sluice.sample.airports.ImportJob;
import dev.sluice.sample.flights.Flight;
import dev.sluice.sample.flights.FlightDecoder;
import dev.sluice.sample.flights.LoadFlights;
import dev.sluice.sample.flights.LoadFlightsTransactional;
import io.vertx.sqlclient.Pool;

/** The worker that goes into production: it expects its broker and its database to be there. */
public final class SampleWorker {
  private static final String DATABASE = "main";

  private SampleWorker() {}

  /** Runs the command line; see {@link Worker}. */
  public static void main(String[] args) {
    SampleOptions options = new SampleOptions();
    Worker.with(handlers(options)).options(options).run(args);
  }

  /** The handlers under the names that {@code pipeline.yaml} uses. */
  public static Handlers.Named<?>[] handlers(SampleOptions options) {
    return new Handlers.Named<?>[] {
      loadFlights(options), loadFlightsTransactional(options), importAirports(options)
    };
  }

  private static Handlers.Named<Flight> loadFlights(SampleOptions options) {
    return Handlers.named(
        "load-flights",
        new FlightDecoder(),
        services -> new LoadFlights(services.get(Pool.class, DATABASE), options.trial()));
  }

  private static Handlers.Named<Flight> loadFlightsTransactional(SampleOptions options) {
    return Handlers.named(
        "load-flights-transactional",
        new FlightDecoder(),
        services ->
            new LoadFlightsTransactional(
                services.get(Pool.class, DATABASE),
                services.get(PostgresTransactions.class, DATABASE),
                options.trial()));
  }

  private static Handlers.Named<ImportJob> importAirports(SampleOptions options) {
    return Handlers.named(
        "import-airports",
        Decoder.json(ImportJob.class),
        services ->
            new ImportAirports(
                services.get(Pool.class, DATABASE),
                services.get(PostgresTransactions.class, DATABASE),
                options.airportsDir(),
                options.trial()));
  }
}
