package dev.sluice.sample.flights;

import dev.sluice.api.Chunk;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;

/** Flights as columns, which is how a statement takes any number of them at once. */
final class FlightColumns {
  /** Writes down a call, given {@link #ids} and what names the process. */
  static final String LOG = "INSERT INTO invocation (id, run) SELECT unnest($1::bigint[]), $2";

  private FlightColumns() {}

  /** What identifies each. */
  static Long[] ids(Chunk<Flight> chunk) {
    Long[] ids = new Long[chunk.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = chunk.get(i).value().id();
    }
    return ids;
  }

  /** Id, departure, delay, distance, origin and destination. */
  static Tuple of(Chunk<Flight> chunk) {
    int size = chunk.size();
    LocalDateTime[] departures = new LocalDateTime[size];
    Integer[] delays = new Integer[size];
    Integer[] distances = new Integer[size];
    String[] origins = new String[size];
    String[] destinations = new String[size];
    for (int i = 0; i < size; i++) {
      Flight flight = chunk.get(i).value();
      departures[i] = flight.departure();
      delays[i] = flight.delay();
      distances[i] = flight.distance();
      origins[i] = flight.origin();
      destinations[i] = flight.destination();
    }
    return Tuple.of(ids(chunk), departures, delays, distances, origins, destinations);
  }
}
