package dev.sluice.sample.flights;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.postgres.Migrations;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.UUID;

/**
 * Loads a chunk of flights and their daily figures in one statement, which is one transaction: the
 * chunk is in or it is not, and one that comes again changes nothing.
 */
public final class LoadFlights implements ChunkHandler<Flight> {
  private static final String LOAD = resource("/db/load-flights.sql");
  private static final String LOG =
      "INSERT INTO invocation (id, run) SELECT unnest($1::bigint[]), $2";

  private final Pool pool;
  private final FlightOptions options;
  private final Migrations migrations =
      Migrations.in(LoadFlights.class.getClassLoader(), "db/flights");
  private final String run = UUID.randomUUID().toString();

  /**
   * @param pool the database of the flights
   * @param options what the command line says
   */
  public LoadFlights(Pool pool, FlightOptions options) {
    this.pool = pool;
    this.options = options;
  }

  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofSeconds(30));
  }

  @Override
  public Future<Void> open() {
    return migrations.apply(pool);
  }

  @Override
  public Future<Outcome> handle(Chunk<Flight> chunk, ChunkContext<Flight> context) {
    return logged(chunk)
        .compose(logged -> worked(chunk.size()))
        .compose(worked -> pool.preparedQuery(LOAD).execute(columns(chunk)))
        .map(Outcome.DONE);
  }

  private Future<?> logged(Chunk<Flight> chunk) {
    if (!options.logInvocations()) {
      return Future.succeededFuture();
    }
    Long[] ids = new Long[chunk.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = chunk.get(i).value().id();
    }
    // By itself, before the work: a call that fails or is killed later has still been made.
    return pool.preparedQuery(LOG).execute(Tuple.of(ids, run));
  }

  private Future<Void> worked(int records) {
    Duration work = options.workPerRecord().multipliedBy(records);
    if (work.isZero()) {
      return Future.succeededFuture();
    }
    Promise<Void> worked = Promise.promise();
    Vertx.currentContext()
        .owner()
        .setTimer(Math.max(1, work.toMillis()), fired -> worked.complete());
    return worked.future();
  }

  private static Tuple columns(Chunk<Flight> chunk) {
    int size = chunk.size();
    Long[] ids = new Long[size];
    LocalDateTime[] departures = new LocalDateTime[size];
    Integer[] delays = new Integer[size];
    Integer[] distances = new Integer[size];
    String[] origins = new String[size];
    String[] destinations = new String[size];
    for (int i = 0; i < size; i++) {
      Flight flight = chunk.get(i).value();
      ids[i] = flight.id();
      departures[i] = flight.departure();
      delays[i] = flight.delay();
      distances[i] = flight.distance();
      origins[i] = flight.origin();
      destinations[i] = flight.destination();
    }
    return Tuple.of(ids, departures, delays, distances, origins, destinations);
  }

  private static String resource(String name) {
    try (InputStream in = LoadFlights.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
