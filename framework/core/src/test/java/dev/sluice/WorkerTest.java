package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.cli.ExitCode;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
  @TempDir Path directory;

  @Test
  void executesACommandLineWithoutEndingTheJvm() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            "apiVersion: sluice.dev/v1\npipeline: { name: p, handler: load, source: { none: {} } }");

    assertThat(worker().execute("--version")).isEqualTo(ExitCode.CLEAN);
    assertThat(worker().execute("chain", "-c", file.toString())).isEqualTo(ExitCode.INVALID);
  }

  private static Worker.Builder worker() {
    return Worker.with(
        Handlers.named(
            "load",
            Decoder.bytes(),
            services ->
                ChunkHandler.of(
                    TaskLimits.limit(Duration.ofMinutes(1)),
                    (chunk, context) -> Future.succeededFuture(Outcome.DONE))));
  }
}
