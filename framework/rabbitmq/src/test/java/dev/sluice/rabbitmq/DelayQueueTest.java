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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What waits in a delay queue comes back, whatever becomes of the broker. */
class DelayQueueTest {
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final DelayQueues DELAYS = new DelayQueues(List.of(DELAY));
  private static final String WAITING = "work.retry.2s";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final RabbitBroker BROKER = TestRabbit.own();

  @AfterAll
  static void end() {
    BROKER.close();
  }

  @ParameterizedTest
  @EnumSource
  void messagesComeBackWithTheirPropertiesAfterTheDelay(QueueType type) {
    try (TestQueues queues = new TestQueues(BROKER)) {
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
    List<String> moving = texts(2_000);
    try (TestQueues queues = new TestQueues(BROKER)) {
      Settings settings = Settings.of(queues.url(), "work").type(type);
      assertThat(Prepared.of(settings, DELAYS)).containsKey("work");

      // One has come back; they were not published all at once, so the others have not.
      queues.publish(WAITING, moving);
      Awaitility.await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> queues.ask(channel -> channel.messageCount("work") > 0));
      BROKER.kill();
      BROKER.start();
      awaitBack(queues, moving);

      assertThat(queues.held(List.of(WAITING, "work"))).isZero();
    }
  }

  // The broker waits for three minutes before it moves them again.
  @Tag("soak")
  @Test
  void noneIsLostWhoseTimeComesWhileItsQueueIsGone() {
    List<String> away = texts(100);
    try (TestQueues queues = new TestQueues(BROKER)) {
      Settings settings = Settings.of(queues.url(), "work").type(QueueType.CLASSIC);
      assertThat(Prepared.of(settings, DELAYS)).containsKey("work");

      // Without at-least-once they are lost here.
      var unused = queues.ask(channel -> channel.queueDelete("work"));
      queues.publish(WAITING, away);
      Awaitility.await().atMost(SOON).until(() -> queues.counts(WAITING).ready() == 0);
      assertThat(Prepared.of(settings, DELAYS)).containsKey("work");
      BROKER.kill();
      BROKER.start();

      awaitBack(queues, away);
    }
  }

  /** Each at least once; the broker tries some again only after three minutes. */
  private static void awaitBack(TestQueues queues, List<String> texts) {
    Set<String> back = new HashSet<>();
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .untilAsserted(
            () -> {
              back.addAll(queues.takeTexts("work"));
              assertThat(back).containsAll(texts);
            });
  }

  private static List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
  }
}
