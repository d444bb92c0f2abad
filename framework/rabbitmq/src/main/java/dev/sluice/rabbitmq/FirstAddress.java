package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a message was published to before it was tried for the first time: a retry goes another way,
 * and takes this along in headers of our own. Pure.
 */
final class FirstAddress {
  /** The exchange. */
  static final String EXCHANGE = "sluice-exchange";

  /** The routing key. */
  static final String ROUTING_KEY = "sluice-routing-key";

  private FirstAddress() {}

  /** A delivery as it would have come the first time, with the tag that it has now. */
  static Envelope of(Envelope envelope, AMQP.BasicProperties properties) {
    // A message that was not tried carries somebody else's headers.
    if (Attempts.number(properties) == 1) {
      return envelope;
    }
    Map<String, Object> headers = properties.getHeaders();
    Object exchange = headers.get(EXCHANGE);
    Object routingKey = headers.get(ROUTING_KEY);
    return exchange == null || routingKey == null
        ? envelope
        : new Envelope(
            envelope.getDeliveryTag(), envelope.isRedeliver(), text(exchange), text(routingKey));
  }

  private static String text(Object value) {
    return new String(HeaderValue.bytes(value), StandardCharsets.UTF_8);
  }

  /** Whether a header is one of the two. */
  static boolean says(String header) {
    return header.equals(EXCHANGE) || header.equals(ROUTING_KEY);
  }
}
