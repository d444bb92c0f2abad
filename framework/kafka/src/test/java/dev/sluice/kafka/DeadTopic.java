package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of letters as workers write them, and the topics that they came from. */
final class DeadTopic {
  /** The pipeline of {@link TestTopic#pipeline}. */
  static final String PIPELINE = "test";

  private final TestTopic letters;

  DeadTopic(int partitions) {
    letters = new TestTopic(partitions);
  }

  String name() {
    return letters.name();
  }

  TopicPartition partition(int number) {
    return letters.partition(number);
  }

  /** Writes the letters of records of a topic, with their numbers as values. */
  void bury(String pipeline, String topic, int from, int to) {
    for (int i = from; i < to; i++) {
      bury(letter(pipeline, topic + "-0", i, "k" + i % 3, Integer.toString(i)));
    }
  }

  static DeadLetter letter(
      String pipeline, String lane, long position, String key, String value, Header... headers) {
    return new DeadLetter(
        pipeline,
        new LaneRef(lane, 1),
        position,
        1_700_000_000_123L,
        bytes(key),
        bytes(value),
        List.of(headers),
        "java.lang.IllegalStateException",
        "no",
        5,
        Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  void bury(DeadLetter letter) {
    write(LetterRecord.of(letters.name(), letter));
  }

  /** Writes a record that is no letter. */
  void writeSomethingElse() {
    write(new ProducerRecord<>(letters.name(), bytes("k"), bytes("no letter")));
  }

  private void write(ProducerRecord<byte[], byte[]> record) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", letters.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(record).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** A pipeline that reads a topic and buries its dead here. */
  Path pipeline(Path directory, TestTopic source) {
    Path file = source.pipeline(directory, "startup: 20s");
    try {
      return Files.writeString(
          file,
          Files.readString(file)
              .replace(
                  "  chunk:",
                  "  deadLetter: { kafka: { bootstrapServers: \"%s\", topic: \"%s\" } }\n  chunk:"
                      .formatted(letters.bootstrapServers(), letters.name())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything in a topic. */
  static List<ConsumerRecord<byte[], byte[]>> read(TestTopic topic, int partitions) {
    Set<TopicPartition> all =
        Set.copyOf(IntStream.range(0, partitions).mapToObj(topic::partition).toList());
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", topic.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  /** The values of everything in a topic of one partition, in order. */
  static List<String> values(TestTopic topic) {
    return read(topic, 1).stream().map(record -> text(record.value())).toList();
  }
}
