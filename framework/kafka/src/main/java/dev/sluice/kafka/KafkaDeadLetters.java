package dev.sluice.kafka;

import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaWriteStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes dead letters to a topic, each confirmed by every replica in sync. Never blocks. */
final class KafkaDeadLetters implements DeadLetters {
  private static final Logger LOGGER = LoggerFactory.getLogger(KafkaDeadLetters.class);
  static final String KEY = "pipeline.deadLetter.kafka";
  private static final Duration ADMIN_CLOSE = Duration.ofMillis(500);

  private final KafkaDeadLetterConfig config;
  private final ProducerProperties properties;
  private final Vertx vertx;
  private Future<KafkaWriteStream<byte[], byte[]>> producer;

  KafkaDeadLetters(KafkaDeadLetterConfig config, ProducerProperties properties, Vertx vertx) {
    this.config = config;
    this.properties = properties;
    this.vertx = vertx;
  }

  @Override
  public Future<Void> open(Duration within) {
    return vertx.executeBlocking(
        () -> {
          var unused = Clients.made(KEY, () -> new ProducerConfig(properties.producer(within)));
          Admin admin = Clients.made(KEY, () -> Admin.create(properties.admin()));
          try {
            new Preflight(Preflight.Wanted.by(config), admin).run(within);
          } finally {
            admin.close(ADMIN_CLOSE);
          }
          return null;
        },
        false);
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return vertx.executeBlocking(
        () -> KafkaCheck.deadLetters(config, properties, new SystemClock(), within), false);
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    return producer(within)
        .compose(ready -> ready.send(LetterRecord.of(config.topic(), letter)))
        .timeout(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(explained(letter, failure)))
        .mapEmpty();
  }

  /** Made when the first letter says how long it may take; making it looks names up. */
  private synchronized Future<KafkaWriteStream<byte[], byte[]>> producer(Duration within) {
    if (producer == null || producer.failed()) {
      producer =
          vertx.executeBlocking(
              () ->
                  Clients.made(
                      KEY,
                      () ->
                          KafkaWriteStream.<byte[], byte[]>create(
                                  vertx, properties.producer(within))
                              // Each failure is also in its write's future; without a handler it
                              // would be logged as one that nobody has expected.
                              .exceptionHandler(
                                  failure -> LOGGER.debug("a dead letter failed", failure))),
              false);
    }
    return producer;
  }

  private Exception explained(DeadLetter letter, Throwable failure) {
    String fix =
        failure instanceof RecordTooLargeException
            ? "\nFix: raise max.message.bytes of the topic " + config.topic()
            : "";
    return new IllegalStateException(
        letter + " can't be written to the topic " + config.topic() + ": " + failure + fix,
        failure);
  }

  @Override
  public synchronized Future<Void> close(Duration within) {
    if (producer == null) {
      return Future.succeededFuture();
    }
    return producer
        .transform(
            made ->
                made.succeeded()
                    ? made.result().close(within.toMillis())
                    : Future.succeededFuture())
        .timeout(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS);
  }
}
