package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on operations shows of the connection budget is what the command prints. */
class ConnectionsExampleTest {
  private static final Page PAGE = Page.of("docs/operations.md");

  @TempDir Path directory;

  @Test
  void theCommandPrintsWhatIsShown() throws IOException {
    Page.Block file =
        PAGE.blocks("yaml").stream()
            .filter(block -> block.code().contains("maxConnections: 90"))
            .findFirst()
            .orElseThrow();
    String shown =
        PAGE.blocks("text").stream()
            .map(Page.Block::code)
            .filter(code -> code.startsWith("connections "))
            .findFirst()
            .orElseThrow();

    String printed = chain(Files.writeString(directory.resolve("pipeline.yaml"), file.code()));

    assertThat(printed).endsWith("derived\n" + shown);
  }

  private static String chain(Path file) {
    Handlers.Named<byte[]> handler =
        Handlers.named(
            "load-airports",
            Decoder.bytes(),
            services ->
                ChunkHandler.of(
                    TaskLimits.limit(Duration.ofMinutes(1)),
                    (chunk, context) -> Future.succeededFuture(Outcome.DONE)));
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertThat(Worker.with(handler).execute("chain", "-c", file.toString())).isZero();
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
