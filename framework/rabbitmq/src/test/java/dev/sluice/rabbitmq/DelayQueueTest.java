package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import dev.sluice.embedded.RabbitBroker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What waits in a delay queue comes back, whatever becomes of the broker. */
class DelayQueueTest {
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final DelayQueues DELAYS = new DelayQueues(List.of(DELAY));
  private static final String WAITING = "work.retry.2s";
  private static final Duration SOON = Duration.ofSeconds(60);

  @ParameterizedTest
  @EnumSource
  void messagesComeBackWithTheirPropertiesAfterTheDelay(QueueType type) {
    try (TestQueues queues = new TestQueues(TestRabbit.shared())) {
      var unused = Prepared.of(Settings.of(queues.url(), "work").type(type), DELAYS);

      queues.publish(WAITING, List.of("a"));
      assertThat(queues.takeTexts("work")).isEmpty();
      GetResponse back =
          Awaitility.await()
              .atMost(SOON)
              .until(
                  () -> queues.takeAll("work").stream().findFirst().orElse(null),
                  found -> found != null);

      assertThat(back.getProps().getMessageId()).isEqualTo("a");
      assertThat(back.getProps().getDeliveryMode()).isEqualTo(2);
      assertThat(queues.held(List.of(WAITING, "work"))).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noneIsLostWhenTheBrokerIsKilledWhileTheyComeBack(QueueType type) {
    int count = 2_000;
    try (RabbitBroker broker = TestRabbit.own();
        TestQueues queues = new TestQueues(broker)) {
      var unused = Prepared.of(Settings.of(queues.url(), "work").type(type), DELAYS);
      List<String> texts = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
      Set<String> back = new HashSet<>();

      queues.publish(WAITING, texts);
      // One has come back; they were not published all at once, so the others have not.
      Awaitility.await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> queues.ask(channel -> channel.messageCount("work") > 0));
      broker.kill();
      broker.start();
      Awaitility.await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                back.addAll(queues.takeTexts("work"));
                assertThat(back).hasSize(count);
              });

      assertThat(back).containsExactlyInAnyOrderElementsOf(texts);
      assertThat(queues.held(List.of(WAITING, "work"))).isZero();
    }
  }
}
