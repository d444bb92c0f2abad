package dev.sluice.postgres;

import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** The table of jobs without the source around it. */
final class JobsTableRig implements AutoCloseable {
  /** Of jobs without a figure of their own. */
  static final int ATTEMPTS = 5;

  private final Vertx vertx = Vertx.vertx();

  private final JobsTable table;

  JobsTableRig(JobsDatabase jobs) {
    PostgresJobsConfig config =
        new PostgresJobsConfig(
            jobs.url(),
            Optional.empty(),
            "sluice_jobs",
            "default",
            false,
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Duration.ofHours(1));
    table =
        new JobsTable(
            new Database(config.database("test"), vertx, new SystemClock()), config, ATTEMPTS);
  }

  JobsTable table() {
    return table;
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
