package dev.sluice.sample;

import dev.sluice.Worker;
import dev.sluice.api.Handlers;
import dev.sluice.sample.flights.Flight;
import dev.sluice.sample.flights.FlightDecoder;
import dev.sluice.sample.flights.FlightOptions;
import dev.sluice.sample.flights.LoadFlights;
import io.vertx.sqlclient.Pool;

/** The worker that goes into production: it expects its broker and its database to be there. */
public final class FlightsWorker {

  private FlightsWorker() {}

  /** Runs the command line; see {@link Worker}. */
  public static void main(String[] args) {
    FlightOptions options = new FlightOptions();
    Worker.with(loadFlights(options)).options(options).run(args);
  }

  /** The handler under the name that {@code pipeline.yaml} uses. */
  public static Handlers.Named<Flight> loadFlights(FlightOptions options) {
    return Handlers.named(
        "load-flights",
        new FlightDecoder(),
        services -> new LoadFlights(services.get(Pool.class, "main"), options));
  }
}
