package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.rabbitmq.PublishFailed.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** One message on its way to the broker, with one answer. Safe from any thread. */
final class Publish {
  private static final int LONGEST_NAME = 255;
  // Type, channel and size before a frame's payload, and the mark behind it.
  private static final int AROUND_A_FRAME = 8;

  private final String exchange;
  private final String routingKey;
  private final AMQP.BasicProperties properties;
  private final byte[] body;
  private final long deadlineNanos;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Promise<Void> answer = Promise.promise();
  private volatile Runnable atTheEnd = () -> {};
  private volatile boolean sent;

  /**
   * @param deadlineNanos when it is given up, on the publisher's clock
   */
  Publish(
      String exchange,
      String routingKey,
      AMQP.BasicProperties properties,
      byte[] body,
      long deadlineNanos) {
    this.exchange = exchange;
    this.routingKey = routingKey;
    this.properties = properties;
    this.body = body;
    this.deadlineNanos = deadlineNanos;
  }

  String exchange() {
    return exchange;
  }

  String routingKey() {
    return routingKey;
  }

  byte[] body() {
    return body;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  Future<Void> answer() {
    return answer.future();
  }

  /** Set once, before anything else can end it. */
  void atTheEnd(Runnable action) {
    atTheEnd = action;
  }

  /** It is being handed to the client: from here on the broker may have it. */
  void sending() {
    sent = true;
  }

  /** The client has not taken it after all. */
  void notSent() {
    sent = false;
  }

  boolean sent() {
    return sent;
  }

  boolean over() {
    return over.get();
  }

  /** The broker has it; nothing if it was given up already. */
  void confirmed() {
    if (over.compareAndSet(false, true)) {
      atTheEnd.run();
      answer.complete();
    }
  }

  /** Ends it; nothing if it has an answer already. */
  void failed(Reason reason, String what, Throwable cause) {
    if (over.compareAndSet(false, true)) {
      atTheEnd.run();
      answer.fail(new PublishFailed(reason, this + " " + what, cause));
    }
  }

  /**
   * The properties with a number by which a message that comes back is recognised.
   *
   * @param mostBytes of a frame; 0 when there is no bound
   * @throws IllegalArgumentException when it can't be written: the client would count a message
   *     that the broker never sees
   */
  AMQP.BasicProperties numbered(long number, int mostBytes) {
    fits("exchange", exchange);
    fits("routing key", routingKey);
    Map<String, Object> headers = new HashMap<>();
    if (properties.getHeaders() != null) {
      headers.putAll(properties.getHeaders());
    }
    headers.put(AmqpHeaders.PUBLISH_NUMBER, number);
    AMQP.BasicProperties numbered = properties.builder().headers(headers).build();
    int size;
    try {
      size = numbered.toFrame(1, body.length).size() + AROUND_A_FRAME;
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (mostBytes > 0 && size > mostBytes) {
      throw new IllegalArgumentException(
          "its headers and properties take "
              + size
              + " bytes, and the broker takes "
              + mostBytes
              + " (frame_max)");
    }
    return numbered;
  }

  private static void fits(String what, String name) {
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new IllegalArgumentException("the " + what + " is longer than 255 bytes");
    }
  }

  @Override
  public String toString() {
    return "a message to "
        + (exchange.isEmpty() ? "the default exchange" : "the exchange '" + exchange + "'")
        + " with the routing key '"
        + routingKey
        + "'";
  }
}
