package dev.sluice.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A pipeline with retry topics and dead letters, on topics of its own. */
final class RetryPipeline {
  final TestTopic topic;
  final TestTopic first;
  final TestTopic second;
  final TestTopic dead;
  private final String delays;

  RetryPipeline(TestTopic topic, String firstDelay, String secondDelay) {
    this.topic = topic;
    this.first = topic.retry(firstDelay, 1);
    this.second = topic.retry(secondDelay, 1);
    this.dead = topic.beside("-dead");
    this.delays = "[" + firstDelay + ", " + secondDelay + "]";
  }

  /** The pipeline file. */
  Path file(Path directory) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: test
          handler: work
          source:
            kafka:
              bootstrapServers: "%1$s"
              topics: ["%2$s"]
              group: "%3$s"
              properties: { session.timeout.ms: "3000", heartbeat.interval.ms: "200" }
          chunk: { records: 5, linger: 0s }
          ordering: none
          retry:
            attempts: 2
            backoff: { initial: 1ms, max: 1ms }
            topics: %4$s
          deadLetter: { kafka: { bootstrapServers: "%1$s", topic: "%5$s" } }
        management: { port: 0, host: 127.0.0.1 }
        """
            .formatted(topic.bootstrapServers(), topic.name(), topic.group(), delays, dead.name());
    try {
      return Files.writeString(directory.resolve("pipeline.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The dead letters there are. */
  List<ConsumerRecord<byte[], byte[]>> letters() {
    return read(dead);
  }

  /** What the one partition of a topic holds. */
  static List<ConsumerRecord<byte[], byte[]>> read(TestTopic topic) {
    try (Letters letters = new Letters(topic.bootstrapServers(), topic.name())) {
      return letters.read();
    }
  }
}
