package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.RabbitBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With {@code declare: true} what is missing is made. */
class DeclareTest {
  private static final RabbitBroker BROKER = TestRabbit.shared();
  private static final Duration SOON = Duration.ofSeconds(20);

  private final TestQueues queues = new TestQueues(BROKER);

  @AfterEach
  void close() {
    queues.close();
  }

  private void publish(String exchange, String routingKey, String text) {
    var unused =
        queues.ask(
            channel -> {
              channel.confirmSelect();
              channel.basicPublish(
                  exchange,
                  routingKey,
                  true,
                  new AMQP.BasicProperties(),
                  text.getBytes(StandardCharsets.UTF_8));
              return channel.waitForConfirms(SOON.toMillis());
            });
  }

  private List<String> awaitTexts(String queue) {
    AtomicReference<List<String>> texts = new AtomicReference<>(List.of());
    Awaitility.await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              texts.set(queues.takeTexts(queue));
              assertThat(texts.get()).isNotEmpty();
            });
    return texts.get();
  }

  @Test
  void queuesExchangesAndBindingsAreMadeOnceAndFoundAgain() {
    Settings settings =
        Settings.of(queues.url(), "orders", "returns")
            .bindings(
                new RabbitBindingConfig(
                    "shop",
                    RabbitBindingConfig.ExchangeType.TOPIC,
                    "order.#",
                    Optional.of("orders")),
                new RabbitBindingConfig(
                    "shop",
                    RabbitBindingConfig.ExchangeType.TOPIC,
                    "return.#",
                    Optional.of("returns")));

    var made = Prepared.of(settings, Prepared.NO_DELAYS);
    var found = Prepared.of(settings, Prepared.NO_DELAYS);
    publish("shop", "return.1", "back");
    publish("shop", "order.1", "there");

    assertThat(made)
        .isEqualTo(found)
        .containsEntry(
            "orders",
            new QueueFacts("orders", QueueType.QUORUM, OptionalInt.empty(), Optional.empty()));
    assertThat(awaitTexts("orders")).containsExactly("there");
    assertThat(awaitTexts("returns")).containsExactly("back");
  }

  @Test
  void classicQueuesAreMadeWhereTheyAreAskedFor() {
    assertThat(Prepared.only(Settings.of(queues.url(), "orders").type(QueueType.CLASSIC)).type())
        .isEqualTo(QueueType.CLASSIC);
  }

  @Test
  void whatReachesTheLimitIsKept() {
    Settings settings =
        Settings.of(queues.url(), "orders", "other").deliveryLimit(1).deadLetterExchange("dropped");

    assertThat(Prepared.of(settings, Prepared.NO_DELAYS))
        .containsEntry(
            "orders",
            new QueueFacts("orders", QueueType.QUORUM, OptionalInt.of(1), Optional.of("dropped")));
    queues.publish("orders", List.of("poison"));
    for (int i = 0; i < 2; i++) {
      Awaitility.await()
          .atMost(SOON)
          .until(
              () ->
                  queues.ask(
                      channel -> {
                        var message = channel.basicGet("orders", false);
                        if (message != null) {
                          channel.basicNack(message.getEnvelope().getDeliveryTag(), false, true);
                        }
                        return message != null;
                      }));
    }

    assertThat(awaitTexts("orders.dropped")).containsExactly("poison");
    assertThat(queues.takeTexts("other.dropped")).isEmpty();
  }

  @Test
  void aQueueThatIsDifferentIsLeftAsItIs() {
    queues.declare("orders", QueueType.CLASSIC, Map.of("x-max-length", 5));
    queues.publish("orders", List.of("a"));

    assertThatThrownBy(
            () -> Prepared.only(Settings.of(queues.url(), "orders").type(QueueType.CLASSIC)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.rabbitmq.declare: the queue 'orders'")
        .hasMessageContaining("inequivalent arg 'x-max-length'")
        .hasMessageContaining("Fix: change topology to what exists");
    assertThat(queues.takeTexts("orders")).containsExactly("a");
  }

  @Test
  void anExchangeThatIsDifferentIsLeftAsItIs() {
    var unused = queues.ask(channel -> channel.exchangeDeclare("shop", "fanout", true));

    assertThatThrownBy(
            () ->
                Prepared.only(
                    Settings.of(queues.url(), "orders")
                        .bindings(
                            new RabbitBindingConfig(
                                "shop",
                                RabbitBindingConfig.ExchangeType.TOPIC,
                                "#",
                                Optional.empty()))))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("declare: the exchange 'shop'")
        .hasMessageContaining("inequivalent arg 'type'");
  }

  @Test
  void aDelayQueueMustBeThere() {
    queues.declare("orders", QueueType.CLASSIC, Map.of());
    DelayQueues delays = new DelayQueues(List.of(Duration.ofSeconds(1)));

    assertThatThrownBy(() -> Prepared.of(Settings.of(queues.url(), "orders").onlyLook(), delays))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.retry: the queue 'orders.retry.1s'")
        .hasMessageContaining("does not exist")
        .hasMessageContaining("declare: true")
        .hasMessageContaining("x-dead-letter-routing-key: orders")
        .hasMessageContaining("x-message-ttl: 1000");
  }

  @Test
  void aDelayQueueMustGiveBackWhatItGets() {
    Duration delay = Duration.ofSeconds(1);
    DelayQueues delays = new DelayQueues(List.of(delay));
    Settings settings = Settings.of(queues.url(), "orders").onlyLook();
    queues.declare("orders", QueueType.CLASSIC, Map.of());

    for (String argument :
        List.of(
            "x-message-ttl",
            "x-dead-letter-exchange",
            "x-dead-letter-routing-key",
            "x-dead-letter-strategy",
            "x-overflow")) {
      Map<String, Object> arguments = new HashMap<>(TopologyPlan.ofDelay("orders", delay));
      arguments.remove(argument);
      if (argument.equals("x-dead-letter-exchange")) {
        arguments.remove("x-dead-letter-routing-key");
      }
      queues.declare("orders.retry.1s", QueueType.QUORUM, arguments);

      assertThatThrownBy(() -> Prepared.of(settings, delays))
          .as(argument)
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("has " + argument + " = nothing");
      var unused = queues.ask(channel -> channel.queueDelete("orders.retry.1s"));
    }
    queues.declare("orders.retry.1s", QueueType.QUORUM, TopologyPlan.ofDelay("orders", delay));
    assertThat(Prepared.of(settings, delays)).containsKey("orders");
  }
}
