package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A message that has failed and that its delay queue does not take. A broker that is short of
 * memory holds up what is published, while it delivers and hears acknowledgements as ever.
 */
@Timeout(120)
class SlowDelayQueueTest {
  private static final String QUEUE = "work";
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));
  private static final EmbeddedRabbit BROKER = EmbeddedRabbit.temporary(RabbitOptions.defaults());

  private final TestQueues queues = new TestQueues(BROKER);
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();
  private final LoggedLines lines = LoggedLines.of(Republishing.class.getName());
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();
  private final Promise<Void> slow = Promise.promise();

  @BeforeAll
  static void start() {
    BROKER.start();
  }

  @AfterAll
  static void stop() {
    BROKER.stop();
  }

  @AfterEach
  void close() {
    BROKER.memoryAlarm(false);
    lines.close();
    queues.close();
  }

  private static List<String> texts(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private Future<Outcome> handle(Chunk<String> chunk) {
    String value = chunk.get(0).value();
    calls.add(value);
    if (value.startsWith("bad")) {
      return Future.failedFuture(new IllegalStateException("can't do " + value));
    }
    return (value.startsWith("slow") ? slow.future() : Future.<Void>succeededFuture())
        .map(Outcome.DONE);
  }

  private QueueWorker worker(Settings settings, QueueWorker.Figures figures) {
    return new QueueWorker(
        settings,
        figures.chunk(1).attempts(3).letters(letters),
        ChunkHandler.of(LIMITS, (chunk, context) -> handle(chunk)));
  }

  private void awaitCounts(long ready, long unacknowledged) {
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () ->
                assertThat(queues.counts(QUEUE))
                    .extracting(QueueCounts::ready, QueueCounts::unacknowledged)
                    .containsExactly(ready, unacknowledged));
  }

  private long bad() {
    return calls.stream().filter("bad"::equals).count();
  }

  @Test
  void othersAreSettledMeanwhileAndItComesBackOnceForEachFailure() {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, List.of("bad"));
    queues.publish(QUEUE, texts("m", 300));
    BROKER.memoryAlarm(true);
    try (QueueWorker worker =
        worker(
            Settings.of(queues.url(), QUEUE).type(QueueType.CLASSIC).prefetch(10),
            // The lane takes four times as many behind the one that is not settled.
            new QueueWorker.Figures().chunks(100))) {
      // Ten at a time: one round that waits for its time to settle would be five seconds.
      awaitCounts(0, 1);
      // Twice the time to settle: each round that gave up would have published it again.
      await().atMost(Duration.ofSeconds(30)).until(() -> lines.lines().size() == 2);
      assertThat(lines.lines())
          .allMatch(
              line ->
                  line.contains("of work")
                      && line.contains("into work.retry.50ms: the broker has not"));
      assertThat(bad()).isEqualTo(1);

      BROKER.memoryAlarm(false);

      await().atMost(Duration.ofSeconds(30)).until(() -> letters.letters().size() == 1);
      awaitCounts(0, 0);
      StopReport report = worker.stop();
      assertThat(report.unaccounted()).isZero();
      assertThat(report.deadLettered()).isEqualTo(1);
    }
    assertThat(bad()).isEqualTo(3);
    assertThat(queues.held(List.of(QUEUE, "work.retry.50ms", "work.retry.100ms"))).isZero();
  }

  @Test
  void aStopSettlesWhatIsDoneAllTheSame() {
    List<String> all = texts("slow", 3);
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, List.of("bad"));
    queues.publish(QUEUE, all);
    BROKER.memoryAlarm(true);
    try (QueueWorker worker =
        worker(
            Settings.of(queues.url(), QUEUE).type(QueueType.CLASSIC),
            new QueueWorker.Figures().chunks(4))) {
      await().until(() -> calls.containsAll(all) && !lines.lines().isEmpty());
      CompletableFuture<StopReport> stopping = CompletableFuture.supplyAsync(worker::stop);
      await().until(() -> queues.counts(QUEUE).consumers() == 0);
      worker.vertx().runOnContext(done -> slow.complete());

      assertThat(stopping.join().unaccounted()).isZero();
    }
    BROKER.memoryAlarm(false);
    await().until(() -> queues.counts(QUEUE).unacknowledged() == 0);
    assertThat(queues.takeTexts(QUEUE)).doesNotContainAnyElementsOf(all).contains("bad");
  }

  @Test
  void oneThatCannotBeRepublishedGoesBackBeforeTheBrokerTakesTheChannel() {
    Duration limit = Duration.ofSeconds(1);
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of());
    try (QueueWorker worker =
        worker(
            // Handed back after half of that.
            Settings.of(queues.url(), QUEUE)
                .type(QueueType.CLASSIC)
                .deliveryAckTimeout(Duration.ofSeconds(10)),
            new QueueWorker.Figures().limit(limit))) {
      for (String delay : List.of("work.retry.50ms", "work.retry.100ms")) {
        var unused = queues.ask(channel -> channel.queueDelete(delay));
      }
      queues.publish(QUEUE, List.of("bad"));

      await().atMost(Duration.ofSeconds(30)).until(() -> bad() == 2);

      // It was tried again some five times a second.
      assertThat(lines.lines()).hasSize(1).first().asString().contains("came back", "no queue");
      StopReport report = worker.stop();
      assertThat(report.unaccounted()).isZero();
      assertThat(report.handedBack()).isPositive();
    }
    await().until(() -> queues.counts(QUEUE).unacknowledged() == 0);
    assertThat(queues.takeTexts(QUEUE)).containsExactly("bad");
  }
}
