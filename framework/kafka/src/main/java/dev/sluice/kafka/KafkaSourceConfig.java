package dev.sluice.kafka;

import dev.sluice.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code pipeline.source.kafka} of {@code pipeline.yaml}.
 *
 * @param bootstrapServers where the first connection goes
 * @param topics what is read
 * @param group the consumer group
 * @param outOfRange what becomes of a position that is not in the log any more
 * @param properties further properties of the Kafka consumer, as the client documents them
 */
public record KafkaSourceConfig(
    @Setting(doc = "Brokers to connect to first, host:port, separated by commas.")
        String bootstrapServers,
    @Setting(doc = "Topics to read; every one must exist.") List<String> topics,
    @Setting(doc = "Consumer group whose committed positions are used.") String group,
    @Setting(
            doc =
                "What becomes of a position that is not in the log (any more): its lane stops, or goes"
                    + " on at the earliest or the latest record there is, with a warning.",
            value = "stop")
        OutOfRange outOfRange,
    @Setting(doc = "Further properties of the Kafka consumer, passed on as they are.")
        Optional<Map<String, String>> properties) {

  /** A source whose lanes stop when their position is out of range. */
  public KafkaSourceConfig(
      String bootstrapServers,
      List<String> topics,
      String group,
      Optional<Map<String, String>> properties) {
    this(bootstrapServers, topics, group, OutOfRange.STOP, properties);
  }
}
