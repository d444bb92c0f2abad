package dev.sluice.sample.flights;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.api.Transactions;
import dev.sluice.postgres.Migrations;
import dev.sluice.sample.sql.SqlFile;
import dev.sluice.sample.trial.Trial;
import dev.sluice.sample.trial.TrialOptions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/**
 * Enters a chunk of flights into a journal and adds it to sums. Neither could bear a flight that
 * comes again, and neither has to: the position of the chunk is committed with them.
 */
public final class LoadFlightsTransactional implements ChunkHandler<Flight> {
  private static final String ENTER = SqlFile.text("enter-flights.sql");

  private final Pool pool;
  private final Transactions<SqlConnection> transactions;
  private final Trial trial;
  private final Migrations migrations =
      Migrations.in(LoadFlightsTransactional.class.getClassLoader(), "db/flights");

  /**
   * @param pool the database of the flights
   * @param transactions of the same database
   * @param options what the command line says
   */
  public LoadFlightsTransactional(
      Pool pool, Transactions<SqlConnection> transactions, TrialOptions options) {
    this.pool = pool;
    this.transactions = transactions;
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
        .compose(logged -> context.transaction(transactions, this::enter));
  }

  private Future<?> enter(SqlConnection connection, Chunk<Flight> fresh) {
    return connection
        .preparedQuery(ENTER)
        .execute(FlightColumns.of(fresh))
        // Here, where a kill finds rows that are written and not committed.
        .compose(entered -> trial.worked(fresh.size()));
  }
}
