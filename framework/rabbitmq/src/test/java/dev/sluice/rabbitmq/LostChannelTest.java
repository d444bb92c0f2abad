package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker takes a channel, a consumer or a queue away. */
@Timeout(120)
class LostChannelTest {
  private static final String QUEUE = "work";
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(60));

  private final RabbitBroker broker = TestRabbit.shared();
  private final TestQueues queues = new TestQueues(broker);
  private final Queue<Promise<Void>> open = new ConcurrentLinkedQueue<>();
  private volatile boolean released;
  private final Queue<String> done = new ConcurrentLinkedQueue<>();
  private final LoggedLines log = LoggedLines.of("dev.sluice.rabbitmq");
  private final LoggedLines stops = LoggedLines.of("dev.sluice.runtime");

  @AfterEach
  void close() {
    log.close();
    stops.close();
    queues.close();
  }

  private static List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
  }

  private Future<Outcome> held(Chunk<String> chunk, ChunkContext<String> context) {
    Promise<Void> promise = Promise.promise();
    open.add(promise);
    if (released) {
      promise.complete();
    }
    return promise.future().map(over -> finished(chunk));
  }

  private Outcome finished(Chunk<String> chunk) {
    chunk.records().stream().map(SourceRecord::value).forEach(done::add);
    return Outcome.DONE;
  }

  private void publishUnread(String text) {
    queues.publish(QUEUE, List.of(text));
  }

  private static QueueWorker.Figures one() {
    return new QueueWorker.Figures().chunk(10).chunks(1);
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void whatRunsGoesOnAndWhatItSettlesIsDroppedAsStale(QueueType type) {
    queues.declare(QUEUE, type, Map.of()).publish(QUEUE, texts(10));
    try (QueueWorker worker =
        new QueueWorker(
            Settings.of(queues.url(), QUEUE).type(type),
            one(),
            ChunkHandler.of(LIMITS, this::held))) {
      await().until(() -> open.size() == 1);
      assertThat(broker.closeConnections(queues.vhost(), "sluice/test")).isZero();
      assertThat(broker.closeConnections(queues.vhost())).isPositive();
      await()
          .untilAsserted(() -> assertThat(log.lines()).anyMatch(line -> line.contains("is lost")));
      // Delivered again, and not begun while the handler of the first delivery is inside.
      await().untilAsserted(() -> assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(10));
      assertThat(open).hasSize(1);
      open.remove().complete();
      await().until(() -> open.size() == 1);
      assertThat(done).hasSize(10);
      assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(10);
      open.remove().complete();
      await().untilAsserted(() -> assertThat(queues.counts(QUEUE).unacknowledged()).isZero());
      assertThat(queues.counts(QUEUE).ready()).isZero();
      StopReport report = worker.stop();
      assertThat(report.settled()).isEqualTo(10);
      assertThat(report.unaccounted()).isZero();
    }
  }

  @Test
  void theBoundOnWhatIsDeliveredAheadHoldsOnEveryChannel() {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, texts(500));
    try (QueueWorker worker =
        new QueueWorker(
            Settings.of(queues.url(), QUEUE).type(QueueType.CLASSIC).prefetch(20),
            one(),
            ChunkHandler.of(LIMITS, this::held))) {
      for (int round = 0; round < 5; round++) {
        await()
            .untilAsserted(() -> assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(20));
        broker.closeConnections(queues.vhost());
        await()
            .untilAsserted(() -> assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(20));
      }
      released = true;
      open.forEach(Promise::tryComplete);
      var unused = worker.stop();
    }
  }

  @Test
  void aQueueThatIsDeletedStopsItsLaneAndOneThatIsMadeAgainIsConsumedAgain() {
    queues
        .declare(QUEUE, QueueType.CLASSIC, Map.of())
        .declare("other", QueueType.CLASSIC, Map.of());
    try (QueueWorker worker =
        new QueueWorker(
            Settings.of(queues.url(), QUEUE, "other").onlyLook(),
            one().attempts(1),
            ChunkHandler.of(LIMITS, (chunk, context) -> Future.succeededFuture(finished(chunk))))) {
      AMQP.Queue.DeleteOk unused = queues.ask(channel -> channel.queueDelete(QUEUE));
      await().until(() -> worker.halted() == 1);
      assertThat(log.lines()).anyMatch(line -> line.contains("has ended the consumer of work"));
      queues.publish("other", List.of("still read"));
      await().until(() -> done.contains("still read"));
      // What comes instead is looked at anew.
      queues.declare(QUEUE, QueueType.QUORUM, Map.of("x-delivery-limit", 5));
      publishUnread("early");
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(stops.lines()).anyMatch(line -> line.contains("delivery limit")));
      assertThat(worker.halted()).isEqualTo(1);
      assertThat(done).doesNotContain("early");
      unused = queues.ask(channel -> channel.queueDelete(QUEUE));
      queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, List.of("back"));
      await().atMost(Duration.ofSeconds(30)).until(() -> done.contains("back"));
      assertThat(worker.halted()).isZero();
      assertThat(worker.stop().exitCode()).isZero();
    }
  }

  @Test
  void aQueueThatSomebodyConsumesAloneEndsTheStartWithTheReason() throws Exception {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of());
    try (Connection other = queues.connect();
        Channel channel = other.createChannel()) {
      var unused =
          channel.basicConsume(
              QUEUE, true, "", false, true, Map.of(), new DefaultConsumer(channel));
      assertThatThrownBy(
              () ->
                  new QueueWorker(
                      Settings.of(queues.url(), QUEUE).onlyLook(),
                      one().attempts(1),
                      ChunkHandler.of(LIMITS, this::held)))
          .hasRootCauseInstanceOf(ShutdownSignalException.class)
          .hasMessageContaining("pipeline.source.rabbitmq.queues: 'work' can't be consumed")
          .hasMessageContaining("exclusive");
    }
  }

  @Test
  void aDeliveryThatIsHeldTooLongForTheBrokerIsNamedAsTheCauseInOneLine() {
    try (EmbeddedRabbit strict =
        EmbeddedRabbit.temporary(
            RabbitOptions.defaults().withSetting("consumer_timeout", "3000"))) {
      strict.start();
      try (TestQueues there = new TestQueues(strict)) {
        there.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, texts(10));
        try (QueueWorker worker =
            new QueueWorker(
                Settings.of(there.url(), QUEUE).type(QueueType.CLASSIC),
                one(),
                ChunkHandler.of(LIMITS, this::held))) {
          await()
              .atMost(Duration.ofSeconds(30))
              .untilAsserted(
                  () ->
                      assertThat(log.lines())
                          .filteredOn(line -> line.contains("delivery-ack time-out"))
                          .hasSize(1)
                          .allMatch(line -> line.contains("raise it at the broker")));
          open.forEach(Promise::tryComplete);
          await().until(() -> open.size() > 1);
          open.forEach(Promise::tryComplete);
          await().untilAsserted(() -> assertThat(there.counts(QUEUE).unacknowledged()).isZero());
          var unused = worker.stop();
        }
      }
    }
  }

  @Test
  void whatIsHeldNearlyThatLongIsHandedBackBefore() {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, texts(20));
    try (QueueWorker worker =
        new QueueWorker(
            Settings.of(queues.url(), QUEUE)
                .type(QueueType.CLASSIC)
                .prefetch(20)
                .deliveryAckTimeout(Duration.ofSeconds(12)),
            one().limit(Duration.ofMillis(100)).attempts(1),
            ChunkHandler.of(
                TaskLimits.limit(Duration.ofMillis(100)),
                (chunk, context) -> Future.failedFuture(new java.net.ConnectException("away"))))) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(log.lines()).anyMatch(line -> line.contains("are handed back")));
      StopReport report = worker.stop();
      assertThat(report.deadLettered()).isZero();
      assertThat(report.unaccounted()).isZero();
    }
    assertThat(queues.counts(QUEUE).ready()).isEqualTo(20);
  }
}
