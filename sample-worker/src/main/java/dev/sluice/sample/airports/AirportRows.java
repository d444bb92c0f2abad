package dev.sluice.sample.airports;

import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;

/**
 * Consecutive rows of a file.
 *
 * @param airports what they say
 * @param end the position behind the last one
 * @param last whether the file ends there
 */
record AirportRows(List<Airport> airports, long end, boolean last) {

  /** The parameters of {@code load-airports.sql}. */
  Tuple columns(String file) {
    return Tuple.of(
        texts(Airport::iata),
        texts(Airport::name),
        texts(Airport::city),
        texts(Airport::state),
        texts(Airport::country),
        airports.stream().map(Airport::latitude).toArray(Double[]::new),
        airports.stream().map(Airport::longitude).toArray(Double[]::new),
        file);
  }

  private String[] texts(Function<Airport, String> column) {
    return airports.stream().map(column).toArray(String[]::new);
  }
}
