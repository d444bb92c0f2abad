package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command's connection to the table of a pipeline's jobs. Blocks the calling thread; what goes
 * wrong comes out as {@link InvalidSetup}. Belongs to one thread.
 */
final class JobsConnection implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final PostgresJobsConfig config;
  private final Duration within;
  private final Clock clock = new SystemClock();
  private final PrivateLoop loop = new PrivateLoop();
  private final Database database;
  private long sinceNanos = clock.nanos();
  private SqlConnection connection;

  private JobsConnection(PostgresJobsConfig config, Duration within) {
    this.config = config;
    this.within = within;
    this.database = new Database(config.database(JobsSource.KEY), loop.vertx(), clock);
  }

  /**
   * Connects as the source does and looks whether the table can be used.
   *
   * @throws InvalidSetup when the pipeline reads something else, or the operator must mend
   *     something
   */
  static JobsConnection open(LoadedPipeline loaded, JobsAction action) {
    if (!(loaded.config().pipeline().source().settings() instanceof PostgresJobsConfig config)) {
      throw new InvalidSetup(
          "jobs is for pipelines that read jobs in Postgres; the source of pipeline '"
              + loaded.config().pipeline().name()
              + "' is "
              + loaded.config().pipeline().source().provider().name()
              + "\nFix: name the file of another pipeline with -c");
    }
    JobsConnection opened = new JobsConnection(config, loaded.config().startup());
    try {
      opened.connect(action);
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void connect(JobsAction action) {
    OwnTable table =
        new OwnTable(
            JobsSource.KEY,
            Address.of(config.url()),
            config.tableName(),
            SqlScript.jobs(),
            action.privileges());
    await(database.check(left()));
    await(table.prepare(database.pool(), false));
    connection = await(database.pool().getConnection());
  }

  TableName table() {
    return config.tableName();
  }

  /** The pipeline's queue. */
  String queue() {
    return config.queue();
  }

  /** Where the table is, for messages. */
  String place() {
    return config.table() + " at " + Address.of(config.url());
  }

  /** Asks one question. */
  RowSet<Row> ask(String sql, Tuple parameters) {
    return await(connection.preparedQuery(sql).execute(parameters));
  }

  /** Begins the bound anew, for work that goes on. */
  void renew() {
    sinceNanos = clock.nanos();
  }

  private Duration left() {
    Duration left = within.minus(clock.since(sinceNanos));
    return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
  }

  private <T> T await(Future<T> answer) {
    try {
      return answer
          .toCompletionStage()
          .toCompletableFuture()
          .get(left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw explained(e.getCause());
    } catch (TimeoutException e) {
      cancel();
      throw refusal(
          "has not answered within startup (" + Durations.print(within) + ")",
          "ask for less, or raise startup in pipeline.yaml",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refusal("interrupted", "run it again", e);
    }
  }

  private InvalidSetup explained(Throwable failure) {
    if (failure instanceof InvalidSetup mistake) {
      return mistake;
    }
    if (failure instanceof PgException refused) {
      return refusal(
          refused.getErrorMessage() + " (" + refused.getSqlState() + ")",
          "mend what the database says, or run it again",
          refused);
    }
    return refusal("" + failure, "run it again", failure);
  }

  private InvalidSetup refusal(String what, String fix, Throwable cause) {
    return new InvalidSetup(
        JobsSource.KEY + ".table: " + place() + ": " + what + "\nFix: " + fix, cause);
  }

  // Otherwise the server would go on with what nobody waits for.
  private void cancel() {
    if (connection != null) {
      quietly(PgConnection.cast(connection).cancelRequest());
    }
  }

  private static void quietly(Future<Void> last) {
    try {
      last.toCompletionStage().toCompletableFuture().get(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The process ends, and everything with it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    quietly(database.close(CLOSE));
    quietly(loop.close());
  }
}
