package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.Worker;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole workers with retry topics against a real broker. */
class RetryPipelineTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(10));
  private static final Duration FIRST = Duration.ofMillis(400);
  private static final Duration SECOND = Duration.ofMillis(800);

  @TempDir Path directory;

  /** One record in one call. */
  private record Seen(String value, String lane, String id, long timestamp, long atNanos) {
    static Seen of(SourceRecord<String> record) {
      return new Seen(
          record.value(), record.lane(), record.id(), record.timestamp(), System.nanoTime());
    }
  }

  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();

  private List<Seen> seen(String value, TestTopic in) {
    return seen.stream()
        .filter(each -> each.value().equals(value))
        .filter(each -> each.lane().equals(in.name() + "-0"))
        .toList();
  }

  private static Duration between(List<Seen> earlier, List<Seen> later) {
    return Duration.ofNanos(later.get(0).atNanos() - earlier.get(earlier.size() - 1).atNanos());
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
    return new String(record.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
  }

  /** "7" always fails, "3" until it comes from a retry topic. */
  private ChunkHandler<String> stumbling(TestTopic topic) {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) -> {
          List<Seen> now = chunk.records().stream().map(Seen::of).toList();
          seen.addAll(now);
          boolean fails =
              now.stream()
                  .anyMatch(
                      each ->
                          each.value().equals("7")
                              || (each.value().equals("3")
                                  && each.lane().equals(topic.name() + "-0")));
          return fails
              ? Future.failedFuture(new IllegalStateException("not today"))
              : Future.succeededFuture(Outcome.DONE);
        });
  }

  @Test
  void aFailingRecordGoesThroughTheStagesInTheirTimeWithoutHoldingItsPartition() {
    RetryPipeline pipeline = new RetryPipeline(new TestTopic(1), "400ms", "800ms");
    TestTopic topic = pipeline.topic;
    topic.produce(40);

    int exitCode =
        Worker.with(Handlers.named("work", Decoder.string(), services -> stumbling(topic)))
            .execute("-c", pipeline.file(directory).toString(), "--exit-when-idle", "200ms");

    assertThat(exitCode).as("waited for what was not due: idle is 200 ms").isZero();
    List<Seen> inPlace = seen("7", topic);
    List<Seen> afterFirst = seen("7", pipeline.first);
    List<Seen> afterSecond = seen("7", pipeline.second);
    assertThat(afterFirst).hasSize(2);
    assertThat(afterSecond).hasSize(2);
    assertThat(between(inPlace, afterFirst)).isGreaterThanOrEqualTo(FIRST);
    assertThat(between(afterFirst, afterSecond)).isGreaterThanOrEqualTo(SECOND);
    assertThat(seen("3", pipeline.first)).hasSize(1);
    assertThat(seen("3", pipeline.second)).isEmpty();
    assertThat(seen("39", topic).get(0).atNanos())
        .as("the end of the partition was handled while a record of it waited")
        .isLessThan(afterFirst.get(0).atNanos());
    assertThat(afterSecond)
        .allSatisfy(
            each -> {
              assertThat(each.id()).isEqualTo(topic.name() + "-0/7");
              assertThat(each.timestamp()).isEqualTo(inPlace.get(0).timestamp());
            });
    assertThat(values()).hasSize(40);
    assertThat(topic.members().committed().values().stream().mapToLong(Long::longValue).sum())
        .as("40 records, two of them once and one twice more")
        .isEqualTo(43);
    List<ConsumerRecord<byte[], byte[]>> letters = pipeline.letters();
    assertThat(letters).hasSize(1);
    assertThat(text(letters.get(0), "sluice-dead-id")).isEqualTo(topic.name() + "-0/7");
    assertThat(text(letters.get(0), "sluice-dead-attempts"))
        .isEqualTo(Integer.toString(inPlace.size() + 4));
    assertThat(text(letters.get(0), "sluice-dead-timestamp"))
        .isEqualTo(Long.toString(inPlace.get(0).timestamp()));
    assertThat(letters.get(0).headers().toArray())
        .as("only the story of the death, none of the waits")
        .hasSize(10);
  }

  private Set<String> values() {
    Set<String> values = new HashSet<>();
    seen.forEach(each -> values.add(each.value()));
    return values;
  }

  @Test
  void aStopWhileRecordsWaitEndsAtOnceAndLeavesThemToTheNextWorker() {
    RetryPipeline pipeline =
        new RetryPipeline(new TestTopic(EmbeddedKafka.shared(), 1, Map.of()), "1h", "2h");
    pipeline.topic.produceTexts("good", "fail-1", "fail-2");
    try (WorkerProcess worker = new WorkerProcess("one", directory, pipeline.file(directory))) {
      await().atMost(Member.PATIENCE).until(() -> pipeline.topic.committed() == 3);

      assertThat(worker.terminate()).isZero();

      assertThat(worker.output())
          .contains("\"outcome\":\"clean\"")
          .contains(
              "\"records\":{\"settled\":1,\"deadLettered\":0,\"skipped\":0,\"delayed\":2,"
                  + "\"handedBack\":0,\"unaccounted\":0}");
      assertThat(RetryPipeline.read(pipeline.first)).hasSize(2);
      assertThat(pipeline.letters()).isEmpty();
    }
  }

  @Test
  void aKillBetweenTheKeepingAndTheSettlingRepeatsAtMostAndLosesNothing() {
    LinkedBroker linked = LinkedBroker.shared();
    RetryPipeline pipeline =
        new RetryPipeline(new TestTopic(linked.broker(), 1, Map.of()), "200ms", "300ms");
    TestTopic topic = pipeline.topic;
    topic.produceTexts("good-1", "fail", "good-2");
    Path file = pipeline.file(directory);
    List<String> handled = new ArrayList<>();
    linked.link().hold((kind, client) -> kind == ApiKeys.OFFSET_COMMIT);
    try (WorkerProcess killed = new WorkerProcess("killed", directory, file)) {
      await().atMost(Member.PATIENCE).until(() -> pipeline.first.written(0) == 1);
      killed.kill();
      handled.addAll(killed.handled());
      // What the link holds back would still count while the dead one is a member.
      await().atMost(Member.PATIENCE).until(() -> topic.members().clientIds().isEmpty());
    } finally {
      linked.link().release();
    }

    try (WorkerProcess next = new WorkerProcess("next", directory, file)) {
      await().atMost(Member.PATIENCE).until(() -> pipeline.dead.written(0) == 2);
      handled.addAll(next.handled());
      assertThat(next.terminate()).isZero();
    }

    assertThat(handled).contains("good-1", "good-2", "fail");
    assertThat(pipeline.letters())
        .as("kept twice, and known to be the same")
        .extracting(letter -> text(letter, "sluice-dead-id"))
        .containsOnly(topic.name() + "-0/1");
  }
}
