package dev.sluice.benchmarks.kafka;

import dev.sluice.Worker;
import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A whole worker, from its command line and its pipeline file on. */
final class SluiceWorker implements Contestant {
  private static final Future<Outcome> DONE = Future.succeededFuture(Outcome.DONE);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(30));

  @Override
  public AutoCloseable start(LapOrder order, LapWatch watch) {
    Path file = pipeline(order);
    AtomicInteger code = new AtomicInteger(-1);
    Thread thread =
        new Thread(
            () ->
                code.set(
                    Worker.with(handler(order, watch))
                        .execute("-c", file.toString(), "--exit-when-idle", "200ms")),
            "worker");
    thread.start();
    return () -> {
      thread.join();
      Files.delete(file);
      if (code.get() != 0) {
        throw new IllegalStateException("the worker has ended with " + code);
      }
    };
  }

  private static Handlers.Named<?> handler(LapOrder order, LapWatch watch) {
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

  private static Future<Outcome> waited(LapOrder order, LapWatch watch, Chunk<byte[]> chunk) {
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

  private static Path pipeline(LapOrder order) {
    StringBuilder properties = new StringBuilder();
    order
        .properties()
        .forEach(
            (name, value) ->
                properties.append(String.format(Locale.ROOT, "        %s: \"%s\"%n", name, value)));
    String how =
        order.work() == LapOrder.Work.WAIT
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
    String text =
        String.format(
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
    try {
      return Files.writeString(Files.createTempFile("bench", ".yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
