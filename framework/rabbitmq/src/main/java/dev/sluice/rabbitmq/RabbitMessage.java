package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A message to publish: a body and properties. Immutable as long as nobody changes the body; the
 * {@code with} methods make another one. Persistent unless {@link #unlasting()}.
 */
public final class RabbitMessage {
  private final byte[] body;
  private final AMQP.BasicProperties properties;

  private RabbitMessage(byte[] body, AMQP.BasicProperties properties) {
    this.body = Objects.requireNonNull(body, "body");
    this.properties = Objects.requireNonNull(properties, "properties");
  }

  /**
   * A persistent message without further properties.
   *
   * @param body not copied: must not be changed any more
   */
  public static RabbitMessage of(byte[] body) {
    return new RabbitMessage(body, MessageProperties.MINIMAL_PERSISTENT_BASIC);
  }

  /** A persistent message with a text in UTF-8. */
  public static RabbitMessage of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A message with properties of the client library, for what has no method here. They are taken as
   * they are: without a delivery mode of 2 a restart of the broker loses the message.
   *
   * @param body not copied: must not be changed any more
   */
  public static RabbitMessage of(byte[] body, AMQP.BasicProperties properties) {
    return new RabbitMessage(body, properties);
  }

  /** The same with what kind of content it has, for example {@code application/json}. */
  public RabbitMessage withContentType(String contentType) {
    return new RabbitMessage(body, properties.builder().contentType(contentType).build());
  }

  /**
   * The same with what names it. Give one that follows from what is worked on, so that it is the
   * same when a chunk is tried again: consumers know the repetition by it.
   */
  public RabbitMessage withMessageId(String messageId) {
    return new RabbitMessage(body, properties.builder().messageId(messageId).build());
  }

  /** The same with what it answers or belongs to. */
  public RabbitMessage withCorrelationId(String correlationId) {
    return new RabbitMessage(body, properties.builder().correlationId(correlationId).build());
  }

  /**
   * The same with one header more, or another value of it.
   *
   * @param value a string, number, boolean, {@link java.util.Date}, bytes, or lists and maps of
   *     these; one of another type fails the publish
   */
  public RabbitMessage withHeader(String name, Object value) {
    Map<String, Object> headers = new HashMap<>();
    if (properties.getHeaders() != null) {
      headers.putAll(properties.getHeaders());
    }
    headers.put(name, value);
    return new RabbitMessage(body, properties.builder().headers(headers).build());
  }

  /** The same, kept in memory only: a restart of the broker loses it, confirmed or not. */
  public RabbitMessage unlasting() {
    return new RabbitMessage(body, properties.builder().deliveryMode(1).build());
  }

  /** What it carries; must not be changed. */
  public byte[] body() {
    return body;
  }

  /** Everything beside the body. */
  public AMQP.BasicProperties properties() {
    return properties;
  }

  @Override
  public String toString() {
    return "RabbitMessage[" + body.length + " bytes, id=" + properties.getMessageId() + "]";
  }
}
