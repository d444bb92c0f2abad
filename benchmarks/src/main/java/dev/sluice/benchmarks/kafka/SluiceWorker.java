package dev.sluice.benchmarks.kafka;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.WorkerRun;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/** A whole worker, from its command line and its pipeline file on. */
final class SluiceWorker implements Contestant<KafkaLap> {
  private static final Future<Outcome> DONE = Future.succeededFuture(Outcome.DONE);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(30));

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) throws IOException {
    return WorkerRun.start(handler(order, watch), pipeline(order));
  }

  private static Handlers.Named<?> handler(KafkaLap order, LapWatch watch) {
    return switch (order.work()) {
      case LOOK ->
          Handlers.named(
              "work",
              Decoder.bytes(),
              services ->
                  ChunkHandler.of(
                      LIMITS,
                      (chunk, context) -> {
                        watch.begin();
                        int size = chunk.size();
                        for (int i = 0; i < size; i++) {
                          RecordWork.look(chunk.get(i).value());
                        }
                        watch.done(size);
                        return DONE;
                      }));
      case COMPUTE ->
          Handlers.named(
              "work",
              Decoder.<Order>json(Order.READER),
              services ->
                  ChunkHandler.of(
                      LIMITS,
                      (chunk, context) -> {
                        watch.begin();
                        int size = chunk.size();
                        for (int i = 0; i < size; i++) {
                          RecordWork.compute(order, chunk.get(i).value());
                        }
                        watch.done(size);
                        return DONE;
                      }));
      case WAIT ->
          Handlers.named(
              "work",
              Decoder.bytes(),
              services -> ChunkHandler.of(LIMITS, (chunk, context) -> waited(order, watch, chunk)));
    };
  }

  private static Future<Outcome> waited(KafkaLap order, LapWatch watch, Chunk<byte[]> chunk) {
    watch.begin();
    if (chunk.size() != 1) {
      throw new IllegalStateException("chunks of one record were ordered");
    }
    RecordWork.look(chunk.get(0).value());
    Promise<Outcome> done = Promise.promise();
    Vertx.currentContext()
        .owner()
        .setTimer(
            order.waitMillis(),
            fired -> {
              watch.done(1);
              done.complete(Outcome.DONE);
            });
    return done.future();
  }

  private static String pipeline(KafkaLap order) {
    StringBuilder properties = new StringBuilder();
    order
        .properties()
        .forEach(
            (name, value) ->
                properties.append(String.format(Locale.ROOT, "        %s: \"%s\"%n", name, value)));
    String how =
        order.work() == KafkaLap.Work.WAIT
            ? String.format(
                Locale.ROOT,
                "  ordering: key%n  chunk: { records: 1, linger: 0s }%n"
                    + "  concurrency: { chunks: %d, records: %d }%n",
                order.inFlight(),
                16 * order.inFlight())
            : String.format(
                Locale.ROOT,
                "  ordering: lane%n  chunk: { records: %d }%n",
                Math.max(500, order.pollRecords()));
    return String.format(
        Locale.ROOT,
        """
            apiVersion: sluice.dev/v1
            pipeline:
              name: bench
              handler: work
              source:
                kafka:
                  bootstrapServers: "%s"
                  topics: ["%s"]
                  group: "%s"
                  properties:
            %s%smanagement: { port: 0, host: 127.0.0.1 }
            """,
        order.bootstrapServers(),
        order.topic(),
        order.group(),
        properties,
        how);
  }
}
