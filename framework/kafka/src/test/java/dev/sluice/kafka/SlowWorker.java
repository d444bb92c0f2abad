package dev.sluice.kafka;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;

/**
 * A whole worker in a process of its own with a handler that is far slower than its source. It
 * writes down from time to time how much heap is in use after a full collection.
 */
public final class SlowWorker {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final long WORK_MILLIS = 50;
  private static final int MEASURED_EVERY = 50;

  private static int calls;

  private SlowWorker() {}

  private static void measure(Path file) {
    // Not a hint with this collector: the collection is over when it returns.
    ManagementFactory.getMemoryMXBean().gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    try {
      Files.writeString(file, used + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs until it is stopped.
   *
   * @param args the file to write to, then the worker's own arguments
   */
  public static void main(String[] args) {
    Path file = Path.of(args[0]);
    ChunkHandler<byte[]> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              if (++calls % MEASURED_EVERY == 0) {
                measure(file);
              }
              Future<Outcome> done =
                  Vertx.currentContext().owner().timer(WORK_MILLIS).map(Outcome.DONE);
              return done;
            });
    Worker.run(
        Arrays.copyOfRange(args, 1, args.length),
        Handlers.named("work", Decoder.bytes(), services -> handler));
  }
}
