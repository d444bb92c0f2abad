package dev.sluice.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** A topic of one test on the shared broker, and the group that reads it. */
final class TestTopic {
  private final KafkaBroker broker = EmbeddedKafka.shared();
  private final String name = "t-" + UUID.randomUUID();
  private final int partitions;

  TestTopic(int partitions) {
    this.partitions = partitions;
    broker.createTopic(name, partitions);
  }

  String name() {
    return name;
  }

  String group() {
    return name + "-group";
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Records {@code 0..count-1} as text, spread over the partitions in turn. */
  void produce(int count) {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers(), "linger.ms", 5),
            new StringSerializer(),
            new StringSerializer())) {
      for (int i = 0; i < count; i++) {
        var sent =
            producer.send(new ProducerRecord<>(name, i % partitions, null, Integer.toString(i)));
        if (i == count - 1) {
          sent.get();
        }
      }
      producer.flush();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sum of the group's committed positions. */
  long committed() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Map<TopicPartition, OffsetAndMetadata> offsets =
          admin.listConsumerGroupOffsets(group()).partitionsToOffsetAndMetadata().get();
      return offsets.values().stream().mapToLong(OffsetAndMetadata::offset).sum();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A pipeline file for it. */
  Path pipeline(Path directory, String extra) {
    Path file = directory.resolve("pipeline.yaml");
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: test
          handler: work
          source:
            kafka: { bootstrapServers: "%s", topics: ["%s"], group: "%s" }
          chunk: { records: 100, linger: 5ms }
        management: { port: 0, host: 127.0.0.1 }
        %s
        """
            .formatted(bootstrapServers(), name, group(), extra);
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
