package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole worker whose commits the broker answers late. */
class CoalescingTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final Link LINK = LinkedBroker.shared().link();
  private static final int RECORDS = 4_000;

  @TempDir Path directory;

  @AfterEach
  void release() {
    LINK.release();
  }

  @Test
  void whateverIsDoneWhileACommitIsUnderWayGoesWithTheNextOne() throws IOException {
    TestTopic topic = new TestTopic(LinkedBroker.shared().broker(), 2, Map.of());
    topic.produce(RECORDS);
    String client = topic.name();
    LINK.hold((kind, id) -> kind == ApiKeys.OFFSET_COMMIT && id.equals(client));
    AtomicInteger chunks = new AtomicInteger();
    AtomicInteger handled = new AtomicInteger();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              chunks.incrementAndGet();
              handled.addAndGet(chunk.size());
              return Future.succeededFuture(Outcome.DONE);
            });
    String properties =
        "{ client.id: %s, interceptor.classes: %s }".formatted(client, ClientProbe.class.getName());
    String[] args = {"-c", pipeline(topic, properties).toString(), "--exit-when-idle", "500ms"};

    CompletableFuture<Integer> exitCode =
        CompletableFuture.supplyAsync(
            () ->
                Worker.with(Handlers.named("work", Decoder.string(), services -> handler))
                    .execute(args));
    await().atMost(Member.PATIENCE).until(() -> handled.get() == RECORDS);
    LINK.release();

    assertThat(exitCode).succeedsWithin(Member.PATIENCE).isEqualTo(0);
    assertThat(chunks.get()).isGreaterThanOrEqualTo(RECORDS / 100);
    // Beside the settled positions: the owner's marks when it begins, when it stops, has stopped.
    assertThat(ClientProbe.of(client).commits()).hasSizeLessThanOrEqualTo(3 + 3);
    assertThat(topic.committed()).isEqualTo(RECORDS);
  }

  /** Unsettled records count as held: enough room that all are read before a commit is answered. */
  private Path pipeline(TestTopic topic, String properties) throws IOException {
    Path file = topic.pipeline(directory, properties, "");
    String roomy = "  concurrency: { records: " + 4 * RECORDS + " }\n  chunk:";
    return Files.writeString(file, Files.readString(file).replace("  chunk:", roomy));
  }
}
