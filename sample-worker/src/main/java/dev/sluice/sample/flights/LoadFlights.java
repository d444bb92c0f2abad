package dev.sluice.sample.flights;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.postgres.Migrations;
import dev.sluice.sample.sql.SqlFile;
import dev.sluice.sample.trial.Trial;
import dev.sluice.sample.trial.TrialOptions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/**
 * Loads a chunk of flights and their daily figures in one statement, which is one transaction: the
 * chunk is in or it is not, and one that comes again changes nothing.
 */
public final class LoadFlights implements ChunkHandler<Flight> {
  private static final String LOAD = SqlFile.text("load-flights.sql");

  private final Pool pool;
  private final Trial trial;
  private final Migrations migrations =
      Migrations.in(LoadFlights.class.getClassLoader(), "db/flights");

  /**
   * @param pool the database of the flights
   * @param options what the command line says
   */
  public LoadFlights(Pool pool, TrialOptions options) {
    this.pool = pool;
    this.trial = new Trial(pool, options, FlightColumns.LOG);
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
    return trial
        .logged(run -> Tuple.of(FlightColumns.ids(chunk), run))
        .compose(logged -> trial.worked(chunk.size()))
        .compose(worked -> pool.preparedQuery(LOAD).execute(FlightColumns.of(chunk)))
        .map(Outcome.DONE);
  }
}
