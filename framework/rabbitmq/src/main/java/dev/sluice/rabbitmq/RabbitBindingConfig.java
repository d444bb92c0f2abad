package dev.sluice.rabbitmq;

import dev.sluice.config.Setting;
import java.util.Locale;
import java.util.Optional;

/**
 * One entry of {@code topology.bindings}.
 *
 * @param exchange that feeds a queue; made when it is missing
 * @param type of the exchange
 * @param routingKey for which messages
 * @param queue which queue; the only one unless given
 */
public record RabbitBindingConfig(
    @Setting(doc = "Exchange that feeds a queue; made when it is missing.", min = "1", max = "200")
        String exchange,
    @Setting(doc = "Type of the exchange.", value = "topic") ExchangeType type,
    @Setting(doc = "Routing key of the binding.", value = "#", max = "255") String routingKey,
    @Setting(doc = "Queue that is fed; may be left out when there is only one.", min = "1")
        Optional<String> queue) {

  /** Types of exchanges. */
  public enum ExchangeType {
    /** By the whole routing key. */
    DIRECT,
    /** To every queue. */
    FANOUT,
    /** By patterns over the routing key. */
    TOPIC;

    /** As the broker calls it. */
    String amqpName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
