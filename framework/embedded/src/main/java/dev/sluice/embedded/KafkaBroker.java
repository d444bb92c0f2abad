package dev.sluice.embedded;

import java.util.Map;

/** A Kafka cluster of one or more brokers, wherever it runs. */
public interface KafkaBroker extends Server {

  /**
   * Addresses for {@code bootstrap.servers}; the same after a restart.
   *
   * @throws IllegalStateException when it was never started
   */
  String bootstrapServers();

  /**
   * Makes a topic and returns when every partition has a leader. A topic that exists already with
   * this many partitions is left as it is. Blocks for at most 30 s.
   *
   * @param config topic settings such as {@code retention.ms}; ignored for a topic that exists
   * @throws ServerFailed when the topic exists with another number of partitions, or the broker
   *     refuses
   */
  void createTopic(String name, int partitions, Map<String, String> config);

  /** Makes a topic with the broker's default settings. */
  default void createTopic(String name, int partitions) {
    createTopic(name, partitions, Map.of());
  }
}
