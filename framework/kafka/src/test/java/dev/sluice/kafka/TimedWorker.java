package dev.sluice.kafka;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A whole worker whose tries take between 5 and 500 ms. It writes down each record that it gets,
 * and of each try its lane and when it began and ended, by the clock of its log.
 */
public final class TimedWorker {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final long SHORTEST_MILLIS = 5;
  private static final long LONGEST_MILLIS = 500;

  private TimedWorker() {}

  /**
   * Runs until it is stopped.
   *
   * @param args the file to write to, then the worker's own arguments
   * @throws IOException when the file can't be written
   */
  public static void main(String[] args) throws IOException {
    PrintStream handled = appending(Path.of(args[0]));
    PrintStream tries = appending(Path.of(args[0] + ".tries"));
    SplittableRandom random = new SplittableRandom();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              StringBuilder lines = new StringBuilder();
              chunk.records().forEach(record -> lines.append(record.value()).append('\n'));
              handled.print(lines);
              LocalTime began = LocalTime.now(ZoneId.systemDefault());
              return Vertx.currentContext()
                  .owner()
                  .timer(random.nextLong(SHORTEST_MILLIS, LONGEST_MILLIS + 1))
                  .map(
                      over -> {
                        tries.println(
                            chunk.lane()
                                + " "
                                + began
                                + " "
                                + LocalTime.now(ZoneId.systemDefault()));
                        return Outcome.DONE;
                      });
            });
    Worker.run(
        Arrays.copyOfRange(args, 1, args.length),
        Handlers.named("work", Decoder.string(), services -> handler));
  }

  private static PrintStream appending(Path file) throws IOException {
    return new PrintStream(
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true);
  }
}
