package dev.sluice.benchmarks.jobs;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.benchmarks.contest.WorkerRun;
import dev.sluice.benchmarks.database.SideConnection;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntConsumer;

/** A whole worker over its jobs table, which it makes itself. */
final class SluiceJobs implements Contestant<JobsLap> {
  private static final Future<Outcome> DONE = Future.succeededFuture(Outcome.DONE);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(30));
  private static final String TABLE = "sluice_jobs";

  // The watch ends when the worker does.
  @SuppressWarnings("try")
  @Override
  public AutoCloseable start(JobsLap order, LapWatch watch) throws Exception {
    try (SideConnection database = new SideConnection(order.database())) {
      if (!database.has(TABLE)) {
        WorkerRun.start(handler(jobs -> {}), pipeline(order)).close();
      }
      database.execute("TRUNCATE " + TABLE);
      database.update(
          "INSERT INTO " + TABLE + " (payload) SELECT ?::bytea FROM generate_series(1, ?)",
          new byte[JobsLap.PAYLOAD],
          order.records());
      database.settle(TABLE);
    }
    ServerWatch table =
        JobsTable.watched(
            order,
            watch,
            "SELECT EXISTS (SELECT FROM sluice_jobs WHERE state = 'available')::int"
                + " + EXISTS (SELECT FROM sluice_jobs WHERE state = 'claimed')::int",
            "SELECT count(*) FROM sluice_jobs WHERE state = 'done' AND attempts = 1");
    AutoCloseable worker = WorkerRun.start(handler(table::handled), pipeline(order));
    return () -> {
      try (table) {
        worker.close();
      }
    };
  }

  private static Handlers.Named<?> handler(IntConsumer handled) {
    return Handlers.named(
        "work",
        Decoder.bytes(),
        services ->
            ChunkHandler.of(
                LIMITS,
                (chunk, context) -> {
                  handled.accept(chunk.size());
                  return DONE;
                }));
  }

  private static String pipeline(JobsLap order) {
    return String.format(
        Locale.ROOT,
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: bench
          handler: work
          source: { postgresJobs: { url: "%s", createTable: true } }
          chunk: { records: %d }
        management: { port: 0, host: 127.0.0.1 }
        """,
        order.database().url(),
        order.batch());
  }
}
