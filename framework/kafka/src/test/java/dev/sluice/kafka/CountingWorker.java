package dev.sluice.kafka;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;

/**
 * A whole worker in a process of its own, which writes down each record that its handler gets. A
 * value that begins with {@code fail} fails its call.
 */
public final class CountingWorker {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final long WORK_MILLIS = 10;

  private CountingWorker() {}

  private static boolean fails(SourceRecord<String> record) {
    return record.value().startsWith("fail");
  }

  /**
   * Runs until it is stopped.
   *
   * @param args the file to write to, then the worker's own arguments
   * @throws IOException when the file can't be written
   */
  public static void main(String[] args) throws IOException {
    PrintStream handled =
        new PrintStream(
            Files.newOutputStream(
                Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            true);
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              StringBuilder lines = new StringBuilder();
              chunk.records().forEach(record -> lines.append(record.value()).append('\n'));
              handled.print(lines);
              boolean fails = chunk.records().stream().anyMatch(CountingWorker::fails);
              return fails
                  ? Future.failedFuture(new IllegalStateException("as its value says"))
                  : Vertx.currentContext().owner().timer(WORK_MILLIS).map(Outcome.DONE);
            });
    Worker.run(
        Arrays.copyOfRange(args, 1, args.length),
        Handlers.named("work", Decoder.string(), services -> handler));
  }
}
