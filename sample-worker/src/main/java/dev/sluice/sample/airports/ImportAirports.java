package dev.sluice.sample.airports;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.api.Transactions;
import dev.sluice.postgres.Migrations;
import dev.sluice.sample.trial.Trial;
import dev.sluice.sample.trial.TrialOptions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Imports the file that a job names, a batch of rows at a time: the rows, what they add up to and
 * where the file goes on are committed together. A worker that stops leaves off after the batch it
 * is at; whoever has the job next goes on at the row behind it.
 */
public final class ImportAirports implements ChunkHandler<ImportJob> {
  private static final String LOG =
      "INSERT INTO airport_attempt (file, row, run)"
          + " SELECT $1, generate_series($2::bigint, $3::bigint), $4";

  private final Pool pool;
  private final Transactions<SqlConnection> transactions;
  private final Path directory;
  private final Trial trial;
  private final Migrations migrations =
      Migrations.in(ImportAirports.class.getClassLoader(), "db/airports");

  /**
   * @param pool the database of the airports
   * @param transactions of the same database
   * @param directory where the files are
   * @param options what the command line says
   */
  public ImportAirports(
      Pool pool, Transactions<SqlConnection> transactions, Path directory, TrialOptions options) {
    this.pool = pool;
    this.transactions = transactions;
    this.directory = directory;
    this.trial = new Trial(pool, options, LOG);
  }

  /** A stop waits for one batch, however long the file is. */
  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofMinutes(30)).checkpointEvery(Duration.ofSeconds(10));
  }

  @Override
  public Future<Void> open() {
    return migrations.apply(pool);
  }

  @Override
  public Future<Outcome> handle(Chunk<ImportJob> chunk, ChunkContext<ImportJob> context) {
    return from(0, chunk, context);
  }

  private Future<Outcome> from(int index, Chunk<ImportJob> chunk, ChunkContext<ImportJob> context) {
    SourceRecord<ImportJob> job = chunk.get(index);
    return context
        .inSteps(
            transactions,
            job,
            steps -> new FileImport(job.value(), directory, trial, steps, context).run())
        .compose(
            outcome ->
                outcome == Outcome.DONE && index + 1 < chunk.size()
                    ? from(index + 1, chunk, context)
                    : Future.succeededFuture(outcome));
  }
}
