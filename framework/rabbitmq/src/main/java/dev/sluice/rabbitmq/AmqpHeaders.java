package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.spi.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A message's headers and properties as headers of a record, and back. Pure.
 *
 * <p>A message's own headers come first, by name, as text; behind them its properties and what is
 * known of its delivery, each under a name with the prefix {@code amqp-}. Names repeat nowhere but
 * where a message has a header of such a name itself; then the last one is the property.
 */
final class AmqpHeaders {
  /** What the names of properties begin with. */
  static final String PREFIX = "amqp-";

  /** What only a {@link ConfirmedPublisher} is concerned with. */
  static final String PUBLISH_NUMBER = "sluice-publish";

  private static final int LONGEST_NAME = 255;

  /** Said by a broker about one delivery: no part of the message. */
  private static final Set<String> OF_THE_DELIVERY =
      Set.of("amqp-exchange", "amqp-routing-key", "amqp-redelivered", "amqp-user-id");

  /**
   * A broker's account of what has become of a message under it, and orders to a broker that it has
   * obeyed. Going on with them it would take a message for one that goes round in circles, copy it
   * once more, or refuse it.
   */
  private static final Set<String> OF_THE_BROKER =
      Set.of(
          "x-death",
          "x-first-death-exchange",
          "x-first-death-queue",
          "x-first-death-reason",
          "x-last-death-exchange",
          "x-last-death-queue",
          "x-last-death-reason",
          "x-delivery-count",
          "x-acquired-count",
          "CC",
          "BCC");

  private AmqpHeaders() {}

  static boolean ofTheBroker(String name) {
    return OF_THE_BROKER.contains(name);
  }

  /** Everything a message has beside its body. Text is UTF-8. */
  static List<Header> of(Envelope envelope, AMQP.BasicProperties properties) {
    List<Header> headers = new ArrayList<>();
    if (properties.getHeaders() != null) {
      // The client has put them into a hash table: their order is gone.
      new TreeMap<>(properties.getHeaders())
          .forEach(
              (name, value) -> {
                if (!name.equals(PUBLISH_NUMBER)) {
                  headers.add(new Header(name, HeaderValue.bytes(value)));
                }
              });
    }
    for (AmqpProperty property : AmqpProperty.values()) {
      property.text(properties).ifPresent(text -> add(headers, property.header(), text));
    }
    if (properties.getUserId() != null) {
      add(headers, "amqp-user-id", properties.getUserId());
    }
    add(headers, "amqp-exchange", envelope.getExchange());
    add(headers, "amqp-routing-key", envelope.getRoutingKey());
    add(headers, "amqp-redelivered", Boolean.toString(envelope.isRedeliver()));
    return headers;
  }

  private static void add(List<Header> headers, String name, String text) {
    headers.add(new Header(name, text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * What a message is published with that shall be like the one these headers were read from.
   *
   * <p>Headers become strings, or stay bytes where they are no UTF-8; a name that repeats becomes
   * one header with a list. Left out: what belongs to one delivery only, {@code amqp-user-id}
   * included, because brokers refuse the name of somebody else; a broker's own account ({@code
   * x-death}, {@code x-delivery-count} and such) and the orders to it that {@code CC} and {@code
   * BCC} are. A header with the name of a property that can't be its value stays a header. No
   * delivery mode is set.
   */
  static AMQP.BasicProperties properties(List<Header> headers) {
    AMQP.BasicProperties.Builder builder = new AMQP.BasicProperties.Builder();
    Map<String, Object> own = new LinkedHashMap<>();
    for (Header header : headers) {
      String name = header.name();
      if (OF_THE_DELIVERY.contains(name)
          || OF_THE_BROKER.contains(name)
          || name.equals(PUBLISH_NUMBER)) {
        continue;
      }
      Object value = readable(header.value());
      if (value instanceof String text
          && AmqpProperty.named(name).filter(property -> property.set(builder, text)).isPresent()) {
        continue;
      }
      own.merge(shortened(name), new Values(value), (one, other) -> ((Values) one).with(other));
    }
    if (!own.isEmpty()) {
      own.replaceAll((name, values) -> ((Values) values).oneOrAll());
      builder.headers(own);
    }
    return builder.build();
  }

  /** The values of one name. */
  private record Values(List<Object> all) {
    Values(Object first) {
      this(Arrays.asList(first));
    }

    Values with(Object other) {
      List<Object> more = new ArrayList<>(all);
      more.addAll(((Values) other).all());
      return new Values(more);
    }

    Object oneOrAll() {
      return all.size() == 1 ? all.get(0) : all;
    }
  }

  /** Text if it is, the bytes otherwise, null if it has no value. */
  private static Object readable(byte[] value) {
    if (value == null) {
      return null;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
    } catch (CharacterCodingException e) {
      return value;
    }
  }

  /** AMQP has no longer names; one that came from elsewhere is cut rather than not written. */
  private static String shortened(String name) {
    String fitting = name;
    while (fitting.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      fitting = fitting.substring(0, fitting.length() - 1);
    }
    return fitting;
  }
}
