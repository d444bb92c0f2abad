package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaPipelineTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));

  @TempDir Path directory;

  @Test
  void everyRecordIsHandledOnceAndCommitted() {
    TestTopic topic = new TestTopic(6);
    topic.produce(10_000);
    Map<String, Integer> seen = new ConcurrentHashMap<>();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              chunk.records().forEach(r -> seen.merge(r.value(), 1, Integer::sum));
              return Future.succeededFuture(Outcome.DONE);
            });

    int exitCode =
        Worker.with(Handlers.named("work", Decoder.string(), services -> handler))
            .execute("-c", topic.pipeline(directory, "").toString(), "--exit-when-idle", "500ms");

    assertThat(exitCode).isZero();
    assertThat(seen).hasSize(10_000).allSatisfy((id, times) -> assertThat(times).isOne());
    assertThat(topic.committed()).isEqualTo(10_000);
  }
}
