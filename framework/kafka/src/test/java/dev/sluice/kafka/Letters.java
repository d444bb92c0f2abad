package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Header;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A writer of dead letters as the service loader would make it, and a reader of its topic. */
final class Letters implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final String bootstrapServers;
  private final String topic;
  private final DeadLetters writer;

  Letters(String bootstrapServers, String topic) {
    this(bootstrapServers, topic, Map.of());
  }

  Letters(String bootstrapServers, String topic, Map<String, String> properties) {
    this.bootstrapServers = bootstrapServers;
    this.topic = topic;
    this.writer =
        new KafkaDeadLetterProvider()
            .create(
                new KafkaDeadLetterConfig(bootstrapServers, topic, Optional.of(properties)),
                "orders",
                vertx);
  }

  DeadLetters writer() {
    return writer;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static DeadLetter letter(long position, byte[] key, byte[] value, Header... headers) {
    return new DeadLetter(
        "orders",
        new LaneRef("flights-0", 3),
        position,
        1_700_000_000_123L,
        key,
        value,
        List.of(headers),
        "java.lang.IllegalStateException",
        "no such café",
        5,
        Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  /** Waits for the answer. */
  static Throwable outcome(Future<Void> future) throws Exception {
    return future
        .transform(answer -> Future.succeededFuture(answer.cause()))
        .toCompletionStage()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  /** Everything in the only partition of the topic. */
  List<ConsumerRecord<byte[], byte[]>> read() {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", bootstrapServers);
    TopicPartition partition = new TopicPartition(topic, 0);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(Set.of(partition));
      consumer.seekToBeginning(Set.of(partition));
      long end = consumer.endOffsets(Set.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  @Override
  public void close() {
    try {
      Throwable unused = outcome(writer.close(Duration.ofSeconds(5)));
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      // Not chained to the above: what is chained runs on a thread that this ends.
      vertx
          .close()
          .toCompletionStage()
          .toCompletableFuture()
          .orTimeout(30, TimeUnit.SECONDS)
          .join();
    }
  }
}
