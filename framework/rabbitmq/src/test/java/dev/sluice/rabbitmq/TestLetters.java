package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Dead letters and their writers, as tests need them. */
final class TestLetters {
  static final Duration LONG = Duration.ofSeconds(30);

  private TestLetters() {}

  static RabbitDeadLetterConfig config(
      String url, String exchange, Optional<String> routingKey, Optional<String> queue) {
    return new RabbitDeadLetterConfig(
        url,
        Optional.empty(),
        Optional.empty(),
        exchange,
        routingKey,
        queue,
        Duration.ofSeconds(10));
  }

  static RabbitDeadLetters writer(RabbitDeadLetterConfig config, Vertx vertx) {
    return (RabbitDeadLetters) new RabbitDeadLetterProvider().create(config, "orders", vertx);
  }

  /** What the source would make of a message that died in the queue {@code flights}. */
  static DeadLetter of(AMQP.BasicProperties properties, String body) {
    return letter(
        "flights",
        bytes("lhr.zrh"),
        bytes(body),
        AmqpHeaders.of(new Envelope(7, true, "air", "lhr.zrh"), properties));
  }

  static DeadLetter letter(String lane, byte[] key, byte[] value, List<Header> headers) {
    return new DeadLetter(
        "orders",
        new LaneRef(lane, 3),
        42,
        1_700_000_000_123L,
        key,
        value,
        headers,
        "java.lang.IllegalStateException",
        "no such café",
        5,
        Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
