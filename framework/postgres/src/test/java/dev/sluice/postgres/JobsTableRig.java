package dev.sluice.postgres;

import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The table of jobs without the source around it. */
final class JobsTableRig implements AutoCloseable {
  /** Of jobs without a figure of their own. */
  static final int ATTEMPTS = 5;

  private final Vertx vertx = Vertx.vertx();

  private final JobsTable table;
  private final Pruning pruning;

  JobsTableRig(JobsDatabase jobs) {
    this(jobs, Optional.empty());
  }

  JobsTableRig(JobsDatabase jobs, Optional<Duration> keepDead) {
    PostgresJobsConfig config =
        new PostgresJobsConfig(
            jobs.url(),
            Optional.empty(),
            "sluice_jobs",
            "default",
            false,
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            PostgresJobsConfig.Wake.POLL,
            JobOrder.NONE,
            Duration.ofHours(1),
            Duration.ofHours(24),
            keepDead);
    table =
        new JobsTable(
            new Database(config.database("test"), vertx, new SystemClock()), config, ATTEMPTS);
    pruning = new Pruning(table, config);
  }

  Pruning pruning() {
    return pruning;
  }

  JobsTable table() {
    return table;
  }

  /** Claims of any kind. */
  Future<List<ClaimedJob>> claim(int most, long mostBytes, String claimant) {
    return table.claim(
        new ClaimSql(TableName.of("sluice_jobs"), false, JobOrder.NONE, most),
        null,
        mostBytes,
        claimant,
        null,
        Optional.empty());
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
