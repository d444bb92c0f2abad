package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The properties of a message that are its publisher's words, as text. */
@SuppressWarnings("ImmutableEnumChecker") // The functions are method references without state.
enum AmqpProperty {
  CONTENT_TYPE(
      "content-type",
      AMQP.BasicProperties::getContentType,
      AMQP.BasicProperties.Builder::contentType),
  CONTENT_ENCODING(
      "content-encoding",
      AMQP.BasicProperties::getContentEncoding,
      AMQP.BasicProperties.Builder::contentEncoding),
  MESSAGE_ID(
      "message-id", AMQP.BasicProperties::getMessageId, AMQP.BasicProperties.Builder::messageId),
  CORRELATION_ID(
      "correlation-id",
      AMQP.BasicProperties::getCorrelationId,
      AMQP.BasicProperties.Builder::correlationId),
  REPLY_TO("reply-to", AMQP.BasicProperties::getReplyTo, AMQP.BasicProperties.Builder::replyTo),
  TYPE("type", AMQP.BasicProperties::getType, AMQP.BasicProperties.Builder::type),
  APP_ID("app-id", AMQP.BasicProperties::getAppId, AMQP.BasicProperties.Builder::appId),
  PRIORITY(
      "priority",
      AMQP.BasicProperties::getPriority,
      (builder, text) -> builder.priority(octet(text))),
  /** Milliseconds. */
  EXPIRATION("expiration", AMQP.BasicProperties::getExpiration, AmqpProperty::expiration),
  /** Seconds on the wire; here an instant in ISO 8601. */
  TIMESTAMP(
      "timestamp",
      properties ->
          properties.getTimestamp() == null ? null : properties.getTimestamp().toInstant(),
      (builder, text) -> builder.timestamp(Date.from(Instant.parse(text))));

  private static final int LONGEST = 255;
  private static final int HIGHEST_PRIORITY = 255;
  private static final Map<String, AmqpProperty> BY_HEADER =
      Arrays.stream(values()).collect(Collectors.toMap(AmqpProperty::header, each -> each));

  private final String header;
  private final Function<AMQP.BasicProperties, Object> get;
  private final BiConsumer<AMQP.BasicProperties.Builder, String> set;

  AmqpProperty(
      String name,
      Function<AMQP.BasicProperties, Object> get,
      BiConsumer<AMQP.BasicProperties.Builder, String> set) {
    this.header = AmqpHeaders.PREFIX + name;
    this.get = get;
    this.set = set;
  }

  /** The header that stands for it. */
  String header() {
    return header;
  }

  static Optional<AmqpProperty> named(String header) {
    return Optional.ofNullable(BY_HEADER.get(header));
  }

  Optional<String> text(AMQP.BasicProperties properties) {
    return Optional.ofNullable(get.apply(properties)).map(Object::toString);
  }

  /** Sets it, or returns false when the text can't be its value. */
  boolean set(AMQP.BasicProperties.Builder builder, String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      return false;
    }
    try {
      set.accept(builder, text);
      return true;
    } catch (NumberFormatException | DateTimeException e) {
      return false;
    }
  }

  private static int octet(String text) {
    int number = Integer.parseInt(text);
    if (number < 0 || number > HIGHEST_PRIORITY) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  private static void expiration(AMQP.BasicProperties.Builder builder, String text) {
    // A broker ends the channel for what is no number.
    if (Long.parseLong(text) < 0) {
      throw new NumberFormatException(text);
    }
    builder.expiration(text);
  }
}
