package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import dev.sluice.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class NearLimitTest {
  private final ManualClock clock = new ManualClock();
  private final NearLimit limits = new NearLimit(clock);
  private final Logger logger = (Logger) LoggerFactory.getLogger(NearLimit.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    limits.known(
        Map.of(
            "limited",
            new QueueFacts("limited", QueueType.QUORUM, OptionalInt.of(5), Optional.of("dlx")),
            "free",
            new QueueFacts("free", QueueType.QUORUM, OptionalInt.empty(), Optional.empty())));
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
  }

  private void delivered(String queue, String id, Object count) {
    limits.delivered(
        queue,
        new AMQP.BasicProperties.Builder()
            .messageId(id)
            .headers(count == null ? null : Map.of("x-delivery-count", count))
            .build());
  }

  private List<String> said() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0,1,false",
    "1,1,true",
    "0,2,false",
    "1,2,true",
    "0,3,false",
    "1,3,true",
    "17,20,false",
    "18,20,true",
    "20,20,true"
  })
  void twoHandBacksBeforeTheLimitIsNear(long count, int limit, boolean near) {
    assertThat(NearLimit.near(count, limit)).isEqualTo(near);
  }

  @Test
  void oneLineNamesTheQueueTheMessageAndWhereItWillGo() {
    delivered("limited", "m-1", 2L);
    assertThat(said()).isEmpty();

    delivered("limited", "m-2", 3L);

    assertThat(said())
        .singleElement()
        .asString()
        .startsWith("1 deliveries from the queue 'limited' are close to its delivery limit of 5")
        .contains("message-id m-2")
        .contains("handed back 3 times")
        .contains("'dlx'");
  }

  @Test
  void theNextLineComesTenSecondsLaterWithTheNumberOfAll() {
    delivered("limited", "a", 3L);
    delivered("limited", "b", 3L);
    clock.advance(Duration.ofSeconds(9));
    delivered("limited", "c", 4L);
    assertThat(said()).hasSize(1);

    clock.advance(Duration.ofSeconds(1));
    delivered("limited", "d", 4L);

    assertThat(said()).hasSize(2);
    assertThat(said().get(1)).startsWith("3 deliveries").contains("message-id d");
  }

  @Test
  void nothingIsSaidOfQueuesWithoutALimitAndOfMessagesWithoutACount() {
    delivered("free", "a", 1_000L);
    delivered("unknown", "a", 1_000L);
    delivered("limited", "a", null);
    delivered("limited", "a", "many");
    limits.delivered("limited", new AMQP.BasicProperties());

    assertThat(said()).isEmpty();
  }

  @Test
  void theBrokerCountsWhatWeCount() {
    try (TestQueues queues = new TestQueues(TestRabbit.shared())) {
      var unused = queues.ask(channel -> channel.exchangeDeclare("dlx", "fanout", true));
      queues.declare(
          "limited",
          QueueType.QUORUM,
          Map.of("x-delivery-limit", 5, "x-dead-letter-exchange", "dlx"));
      queues.publish("limited", List.of("a"));

      // Delivered six times, the last three near the limit; then it is gone.
      for (int i = 0; i < 6; i++) {
        assertThat(said()).hasSize(Math.max(0, i - 3));
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> handBack(queues));
        clock.advance(Duration.ofSeconds(10));
      }

      assertThat(said()).hasSize(3);
      assertThat(queues.takeTexts("limited")).isEmpty();
    }
  }

  private boolean handBack(TestQueues queues) {
    return queues.ask(
        channel -> {
          GetResponse message = channel.basicGet("limited", false);
          if (message == null) {
            return false;
          }
          limits.delivered("limited", message.getProps());
          channel.basicNack(message.getEnvelope().getDeliveryTag(), false, true);
          return true;
        });
  }
}
