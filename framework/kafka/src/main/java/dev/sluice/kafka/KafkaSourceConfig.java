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
 * @param properties further properties of the Kafka consumer, as the client documents them
 */
public record KafkaSourceConfig(
    @Setting(doc = "Brokers to connect to first, host:port, separated by commas.")
        String bootstrapServers,
    @Setting(doc = "Topics to read; every one must exist.") List<String> topics,
    @Setting(doc = "Consumer group whose committed positions are used.") String group,
    @Setting(doc = "Further properties of the Kafka consumer, passed on as they are.")
        Optional<Map<String, String>> properties) {}
