package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.benchmarks.contest.WorkerRun;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Locale;

/**
 * A whole worker over its queue, from its pipeline file on. It waits for whole chunks as long as
 * Spring's container does by default; the loops wait for ever.
 */
final class SluiceQueue implements Contestant<RabbitLap> {
  private static final Future<Outcome> DONE = Future.succeededFuture(Outcome.DONE);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(30));

  // The watch ends when the worker does.
  @SuppressWarnings("try")
  @Override
  public AutoCloseable start(RabbitLap order, LapWatch watch) throws Exception {
    ServerWatch queue = QueueView.watched(order, watch);
    AutoCloseable worker = WorkerRun.start(handler(queue), pipeline(order));
    return () -> {
      try (queue) {
        worker.close();
      }
    };
  }

  private static Handlers.Named<?> handler(ServerWatch queue) {
    return Handlers.named(
        "work",
        Decoder.bytes(),
        services ->
            ChunkHandler.of(
                LIMITS,
                (chunk, context) -> {
                  int size = chunk.size();
                  for (int i = 0; i < size; i++) {
                    RabbitLap.look(chunk.get(i).value());
                  }
                  queue.handled(size);
                  return DONE;
                }));
  }

  private static String pipeline(RabbitLap order) {
    return String.format(
        Locale.ROOT,
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: bench
          handler: work
          source:
            rabbitmq:
              url: "%s"
              queues: ["%s"]
              declare: true # The queues in which failed messages wait.
              topology: { type: %s }
          ordering: none
          chunk: { records: %d, linger: 1s }
          concurrency: { chunks: %d }
        management: { port: 0, host: 127.0.0.1 }
        """,
        order.url(),
        order.queue(),
        order.queueType(),
        order.chunk(),
        order.prefetch() / order.chunk());
  }
}
