package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of deliveries that an engine does not take. */
@Timeout(120)
class TakingTest {
  private static final String QUEUE = "work";

  private final TestQueues queues = new TestQueues(TestRabbit.shared());
  private final ManualClock clock = new ManualClock();
  private final TakingEngine engine = new TakingEngine();
  private final LoggedLines log = LoggedLines.of("dev.sluice.rabbitmq");

  @AfterEach
  void close() {
    log.close();
    queues.close();
  }

  private Settings settings(QueueType type) {
    return Settings.of(queues.url(), QUEUE)
        .type(type)
        .prefetch(10)
        .deliveryAckTimeout(Duration.ofSeconds(30))
        .onlyLook();
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void whatWaitsBehindAPauseIsHandedBackBeforeTheBrokerTakesIt(QueueType type) {
    queues.declare(QUEUE, type, Map.of());
    try (OpenSource open = new OpenSource(settings(type), clock, 100, engine)) {
      await().until(() -> engine.opened().size() == 1);
      LaneRef lane = engine.opened().get(0);
      open.source().pause(lane);
      queues.publish(QUEUE, List.of("a", "b", "c"));
      await().untilAsserted(() -> assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(3));
      // Less than a chunk, and nothing of the lane is with the engine.
      await()
          .until(
              () -> {
                clock.advance(Duration.ofSeconds(21));
                return engine.withdrawn().size() >= 3;
              });
      assertThat(log.lines())
          .anyMatch(
              line -> line.contains(" messages of work were held for 20s and are handed back"));
      assertThat(engine.texts()).isEmpty();
      open.source().resume(lane);
      await().until(() -> engine.texts().size() == 3);
      assertThat(engine.texts()).containsExactlyInAnyOrder("a", "b", "c");
      // The second delivery of each, on the same channel.
      assertThat(engine.positions()).doesNotContainAnyElementsOf(engine.withdrawn());
      assertThat(engine.lost()).isEmpty();
    }
  }

  @Test
  void aBatchThatCantBeTakenComesAgainOnAnotherChannel() {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of());
    engine.throwing(1);
    try (OpenSource open = new OpenSource(settings(QueueType.CLASSIC), clock, 100, engine)) {
      assertThat(open.source().alive()).isTrue();
      queues.publish(QUEUE, List.of("a", "b", "c"));
      await().until(() -> engine.texts().size() == 3);
      assertThat(engine.texts()).containsExactly("a", "b", "c");
      assertThat(engine.opened()).hasSize(2);
      assertThat(engine.lost()).containsExactly(engine.opened().get(0));
      assertThat(log.lines()).anyMatch(line -> line.contains("can't be taken, its channel is"));
    }
  }

  @Test
  void aConsumerThatThrowsLosesItsChannelAndOthersKeepTheirs() {
    queues.declare(QUEUE, QueueType.CLASSIC, Map.of()).publish(QUEUE, List.of("a", "b"));
    AtomicInteger calls = new AtomicInteger();
    boolean othersOpen =
        Prepared.connected(
            settings(QueueType.CLASSIC).config(),
            connection -> {
              Channel other = connection.createChannel();
              Channel channel = connection.createChannel();
              CountDownLatch ended = new CountDownLatch(1);
              channel.addShutdownListener(cause -> ended.countDown());
              channel.basicQos(1);
              channel.basicConsume(
                  QUEUE,
                  false,
                  new DefaultConsumer(channel) {
                    @Override
                    public void handleDelivery(
                        String tag,
                        Envelope envelope,
                        AMQP.BasicProperties properties,
                        byte[] body) {
                      calls.incrementAndGet();
                      throw new IllegalStateException("as the test says");
                    }
                  });
              assertThat(passed(ended)).isTrue();
              return other.isOpen();
            });
    assertThat(othersOpen).isTrue();
    assertThat(calls).hasValue(1);
    await().untilAsserted(() -> assertThat(queues.counts(QUEUE).ready()).isEqualTo(2));
    assertThat(queues.takeTexts(QUEUE)).containsExactly("a", "b");
  }

  private static boolean passed(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
