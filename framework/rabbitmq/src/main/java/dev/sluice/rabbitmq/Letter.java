package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A message of a dead-letter queue, read back; the other side of {@link LetterMessage}. Pure.
 *
 * @param pipeline which pipeline gave the message up
 * @param queue where it came from
 * @param letter as it stands in the dead-letter queue
 */
record Letter(String pipeline, String queue, GetResponse letter) {
  /** What the names of all headers begin with that the framework writes. */
  private static final String OURS = "sluice-";

  /** Reads it; empty when it was not written by a worker. */
  static Optional<Letter> read(GetResponse message) {
    Optional<String> pipeline = about(message, "pipeline");
    Optional<String> lane = about(message, "lane");
    return pipeline.isEmpty() || lane.isEmpty()
        ? Optional.empty()
        : Optional.of(new Letter(pipeline.get(), lane.get(), message));
  }

  private static Optional<String> about(GetResponse message, String what) {
    Map<String, Object> headers = message.getProps().getHeaders();
    return Optional.ofNullable(headers)
        .map(all -> all.get(LetterMessage.PREFIX + what))
        .map(value -> new String(HeaderValue.bytes(value), StandardCharsets.UTF_8));
  }

  /**
   * The properties as they were before the message died, its id among them: without headers of ours
   * and those of a broker, and with the expiration it had. Persistent.
   */
  AMQP.BasicProperties original() {
    Map<String, Object> headers = new HashMap<>(letter.getProps().getHeaders());
    headers.keySet().removeIf(name -> name.startsWith(OURS) || AmqpHeaders.ofTheBroker(name));
    return letter
        .getProps()
        .builder()
        .headers(headers.isEmpty() ? null : headers)
        .expiration(about(letter, "expiration").orElse(null))
        .userId(null)
        .build();
  }

  /** The body as it was. */
  byte[] body() {
    return letter.getBody();
  }

  /** By which the queue that it stands in knows it. */
  long tag() {
    return letter.getEnvelope().getDeliveryTag();
  }
}
