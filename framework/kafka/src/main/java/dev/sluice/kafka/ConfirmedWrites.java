package dev.sluice.kafka;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaWriteStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer whose writes are confirmed by every replica in sync. It is made for the first write.
 * Safe from any thread; never blocks.
 */
final class ConfirmedWrites {
  private static final Logger LOGGER = LoggerFactory.getLogger(ConfirmedWrites.class);

  private final String key;
  private final ProducerProperties properties;
  private final Vertx vertx;
  private Future<KafkaWriteStream<byte[], byte[]>> producer;

  /**
   * @param key the key in {@code pipeline.yaml} that declares it
   */
  ConfirmedWrites(String key, ProducerProperties properties, Vertx vertx) {
    this.key = key;
    this.properties = properties;
    this.vertx = vertx;
  }

  /**
   * Writes one record.
   *
   * @param what names it in the message of a failure
   * @param within give up after this; the record may still arrive
   * @return completes when it is confirmed
   */
  Future<Void> send(ProducerRecord<byte[], byte[]> record, Object what, Duration within) {
    return producer(within)
        .compose(ready -> ready.send(record))
        .timeout(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(explained(record.topic(), what, failure)))
        .mapEmpty();
  }

  /** Made when the first record says how long it may take; making it looks names up. */
  private synchronized Future<KafkaWriteStream<byte[], byte[]>> producer(Duration within) {
    if (producer == null || producer.failed()) {
      producer =
          vertx.executeBlocking(
              () ->
                  Clients.made(
                      key,
                      () ->
                          KafkaWriteStream.<byte[], byte[]>create(
                                  vertx, properties.producer(within))
                              // Each failure is also in its write's future; without a handler it
                              // would be logged as one that nobody has expected.
                              .exceptionHandler(
                                  failure -> LOGGER.debug("a write failed", failure))),
              false);
    }
    return producer;
  }

  private static Exception explained(String topic, Object what, Throwable failure) {
    String fix =
        failure instanceof RecordTooLargeException
            ? "\nFix: raise max.message.bytes of the topic " + topic
            : "";
    return new IllegalStateException(
        what + " can't be written to the topic " + topic + ": " + failure + fix, failure);
  }

  /** Closes the producer, if one was made. */
  synchronized Future<Void> close(Duration within) {
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
