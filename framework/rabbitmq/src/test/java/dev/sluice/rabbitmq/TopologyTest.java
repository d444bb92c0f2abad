package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.time.SystemClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What exists is looked at and never changed. */
class TopologyTest {
  private static final RabbitBroker BROKER = TestRabbit.shared();

  private final TestQueues queues = new TestQueues(BROKER);

  @AfterEach
  void close() {
    queues.close();
  }

  private Settings look(String... names) {
    return Settings.of(queues.url(), names).onlyLook();
  }

  private void declareExchange(String name) {
    var unused = queues.ask(channel -> channel.exchangeDeclare(name, "direct", true));
  }

  private boolean exists(String queue) {
    return BROKER.counts(queues.vhost(), queue).isPresent();
  }

  @Test
  void aMissingQueueIsNamedWithItsPlaceAndTheWaysOut() {
    assertThatThrownBy(() -> Prepared.only(look("orders")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.rabbitmq.queues: the queue 'orders'")
        .hasMessageContaining("in the virtual host '" + queues.vhost() + "'")
        .hasMessageContaining(":" + BROKER.port() + " does not exist")
        .hasMessageContaining("Fix: create it, or set declare: true");
    assertThat(exists("orders")).isFalse();
  }

  @Test
  void typesArgumentsAndDeadLetterExchangesAreFoundOut() {
    declareExchange("dropped");
    queues
        .declare("classic", QueueType.CLASSIC, Map.of())
        .declare(
            "rich",
            QueueType.CLASSIC,
            Map.of(
                "x-message-ttl",
                86_400_000,
                "x-max-length",
                1_000_000L,
                "x-max-priority",
                5,
                "x-dead-letter-exchange",
                "dropped",
                "x-dead-letter-routing-key",
                "it's \"rich\""))
        .declare("quorum", QueueType.QUORUM, Map.of())
        .declare(
            "limited",
            QueueType.QUORUM,
            Map.of(
                "x-delivery-limit",
                9,
                "x-dead-letter-exchange",
                "dropped",
                "x-single-active-consumer",
                true));
    var unused = queues.ask(channel -> channel.queueDeclare("plain", true, false, false, null));

    assertThat(
            Prepared.of(look("classic", "rich", "quorum", "limited", "plain"), Prepared.NO_DELAYS))
        .containsOnly(
            Map.entry("classic", facts("classic", QueueType.CLASSIC)),
            Map.entry("plain", facts("plain", QueueType.CLASSIC)),
            Map.entry("quorum", facts("quorum", QueueType.QUORUM)),
            Map.entry(
                "rich",
                new QueueFacts(
                    "rich", QueueType.CLASSIC, OptionalInt.empty(), Optional.of("dropped"))),
            Map.entry(
                "limited",
                new QueueFacts(
                    "limited", QueueType.QUORUM, OptionalInt.of(9), Optional.of("dropped"))));
  }

  private static QueueFacts facts(String name, QueueType type) {
    return new QueueFacts(name, type, OptionalInt.empty(), Optional.empty());
  }

  @Test
  void aQueueThatIsNotDurableCanBeUsed() {
    var unused = queues.ask(channel -> channel.queueDeclare("short", false, false, false, null));

    assertThat(Prepared.only(look("short"))).isEqualTo(facts("short", QueueType.CLASSIC));
  }

  @Test
  void askingMakesNoQueueThatIsGone() {
    RabbitSourceConfig config = look("gone").config();

    assertThat(Prepared.asked(config, "gone")).isInstanceOf(QueueInquiry.Gone.class);
    assertThat(exists("gone")).isFalse();
  }

  @Test
  void aLimitWithoutADeadLetterExchangeIsRefusedWithTheReason() {
    queues.declare("limited", QueueType.QUORUM, Map.of("x-delivery-limit", 3));

    assertThatThrownBy(() -> Prepared.only(look("limited")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining(
            "a quorum queue with a delivery limit of 3 and no dead-letter exchange")
        .hasMessageContaining("drops a message silently")
        .hasMessageContaining("Fix: give it a dead-letter exchange");
  }

  @Test
  void aDeadLetterExchangeThatDoesNotExistIsNone() {
    queues.declare(
        "limited",
        QueueType.QUORUM,
        Map.of("x-delivery-limit", 3, "x-dead-letter-exchange", "nowhere"));

    assertThatThrownBy(() -> Prepared.only(look("limited")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("its dead-letter exchange 'nowhere' does not exist");
  }

  @Test
  void aNegativeLimitDropsAtTheFirstHandBackOfThisBroker() {
    declareExchange("dropped");
    queues.declare(
        "negative",
        QueueType.QUORUM,
        Map.of("x-delivery-limit", -1, "x-dead-letter-exchange", "dropped"));

    assertThatThrownBy(() -> Prepared.only(look("negative")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("has a delivery limit of 0");
  }

  @Test
  void streamsAreRefused() {
    var unused =
        queues.ask(
            channel -> {
              channel.queueDeclare("log", true, false, false, Map.of("x-queue-type", "stream"));
              return channel.queueDeclare(
                  "aged",
                  true,
                  false,
                  false,
                  Map.of(
                      "x-queue-type",
                      "stream",
                      "x-max-age",
                      "7D",
                      "x-stream-max-segment-size-bytes",
                      1_000_000));
            });

    for (String stream : List.of("log", "aged")) {
      assertThatThrownBy(() -> Prepared.only(look(stream)))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("the queue '" + stream + "'")
          .hasMessageContaining("is a stream");
    }
  }

  @Test
  void autoDeleteIsRefused() {
    var unused = queues.ask(channel -> channel.queueDeclare("auto", true, false, true, null));

    assertThatThrownBy(() -> Prepared.only(look("auto")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("is auto-delete");
  }

  @Test
  void aQueueOfAnotherConnectionAloneIsRefused() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(URI.create(queues.url()));
    try (Connection owner = factory.newConnection("owner");
        Channel channel = owner.createChannel()) {
      var unused = channel.queueDeclare("mine", false, true, false, null);

      assertThatThrownBy(() -> Prepared.only(look("mine")))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("is exclusive to another connection");
    }
  }

  @Test
  void anotherTypeThanTheSettingsSayIsRefused() {
    queues.declare("orders", QueueType.QUORUM, Map.of());

    assertThatThrownBy(() -> Prepared.only(look("orders").type(QueueType.CLASSIC)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("topology.type: classic, but the queue 'orders'")
        .hasMessageContaining("is quorum");
  }

  @Test
  void whatAPolicySetsCanBeSaid() {
    declareExchange("dropped");
    queues.declare("orders", QueueType.QUORUM, Map.of());

    assertThat(Prepared.only(look("orders").deliveryLimit(30).deadLetterExchange("dropped")))
        .isEqualTo(
            new QueueFacts("orders", QueueType.QUORUM, OptionalInt.of(30), Optional.of("dropped")));
    assertThatThrownBy(() -> Prepared.only(look("orders").deliveryLimit(30)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("a delivery limit of 30 and no dead-letter exchange");
  }

  @Test
  void anAnswerThatIsCutOffLeavesTheTypeToTheSettings() {
    String name = "n".repeat(180);
    queues.declare(name, QueueType.QUORUM, Map.of());

    assertThatThrownBy(() -> Prepared.only(look(name)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("topology.type: the broker does not tell of what type")
        .hasMessageContaining("Fix: set topology.type to classic or quorum");
    assertThat(Prepared.only(look(name).type(QueueType.QUORUM)))
        .isEqualTo(facts(name, QueueType.QUORUM));
  }

  @Test
  void questionsDoNotDisturbOtherChannelsOfTheConnection() {
    queues.declare("orders", QueueType.QUORUM, Map.of("x-message-ttl", 86_400_000));
    queues.publish("orders", List.of("a"));
    RabbitSourceConfig config = look("orders").config();

    var message =
        Prepared.connected(
            config,
            connection -> {
              Channel other = connection.createChannel();
              long tag = other.basicGet("orders", false).getEnvelope().getDeliveryTag();
              var facts =
                  new Topology(config, Prepared.NO_DELAYS, new SystemClock())
                      .prepare(connection, Prepared.WITHIN);
              assertThat(facts).containsKey("orders");
              other.basicAck(tag, false);
              return other.queueDeclarePassive("orders");
            });

    assertThat(message.getMessageCount()).isZero();
    // A quorum queue applies an acknowledgement a little later.
    await().untilAsserted(() -> assertThat(queues.counts("orders").unacknowledged()).isZero());
  }

  @Test
  void aCheckSaysWhatIsThereAndMakesNothing() {
    declareExchange("dropped");
    queues.declare(
        "limited",
        QueueType.QUORUM,
        Map.of("x-delivery-limit", 9, "x-dead-letter-exchange", "dropped"));
    queues.publish("limited", List.of("a", "b"));
    DelayQueues delays = new DelayQueues(List.of(Duration.ofSeconds(1)));

    var found = Prepared.looked(Settings.of(queues.url(), "limited", "coming"), delays);
    var refused = Prepared.looked(look("coming"), Prepared.NO_DELAYS);

    assertThat(found.toString())
        .contains("quorum, 2 messages waiting, 0 consumers, delivery limit 9")
        .contains("dead-letter exchange 'dropped'")
        .contains("'coming'")
        .contains("does not exist yet; declare makes it")
        .contains("delivery limits and dead-letter exchanges that come by policy are not seen");
    assertThat(found).noneMatch(each -> each.status() == dev.sluice.spi.Checked.Status.FAILED);
    assertThat(refused.get(0).status()).isEqualTo(dev.sluice.spi.Checked.Status.FAILED);
    assertThat(exists("coming")).isFalse();
    assertThat(exists("limited.retry.1s")).isFalse();
  }
}
