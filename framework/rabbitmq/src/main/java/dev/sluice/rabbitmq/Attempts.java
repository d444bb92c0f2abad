package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import java.util.HashMap;
import java.util.Map;

/**
 * How often a message was tried, in a header of our own. Never read from {@code x-delivery-count},
 * which counts hand-backs and lost connections too. Pure.
 */
final class Attempts {
  /** How many tries have failed. */
  static final String HEADER = "sluice-attempts";

  private static final int PERSISTENT = 2;
  private static final int MOST = 1_000_000_000;

  private Attempts() {}

  /** The how many-th try a delivery is for, from 1. */
  static int number(AMQP.BasicProperties properties) {
    Map<String, Object> headers = properties.getHeaders();
    Object failed = headers == null ? null : headers.get(HEADER);
    // What somebody else has put there counts as nothing.
    return failed instanceof Number count
        ? (int) Math.max(0, Math.min(MOST, count.longValue())) + 1
        : 1;
  }

  /**
   * The same message with one more failed try, and with what it was published to first.
   *
   * @param envelope of the delivery that has failed
   */
  static AMQP.BasicProperties failedOnceMore(Envelope envelope, AMQP.BasicProperties properties) {
    Map<String, Object> headers =
        new HashMap<>(properties.getHeaders() == null ? Map.of() : properties.getHeaders());
    // A broker's account of earlier ways, and its orders to send copies, are not of this one.
    headers.keySet().removeIf(AmqpHeaders::ofTheBroker);
    Envelope first = FirstAddress.of(envelope, properties);
    headers.put(FirstAddress.EXCHANGE, first.getExchange());
    headers.put(FirstAddress.ROUTING_KEY, first.getRoutingKey());
    headers.put(HEADER, number(properties));
    return properties
        .builder()
        .headers(headers)
        .deliveryMode(PERSISTENT)
        // A time to live would end it in the delay queue.
        .expiration(null)
        // A broker refuses the name of somebody else, and ends the channel.
        .userId(null)
        .build();
  }
}
