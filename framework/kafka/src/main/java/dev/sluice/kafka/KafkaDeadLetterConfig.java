package dev.sluice.kafka;

import dev.sluice.config.Setting;
import java.util.Map;
import java.util.Optional;

/**
 * {@code pipeline.deadLetter.kafka} of {@code pipeline.yaml}.
 *
 * @param bootstrapServers where the first connection goes
 * @param topic where letters go
 * @param properties further properties of the Kafka producer, as the client documents them
 */
public record KafkaDeadLetterConfig(
    @Setting(doc = "Brokers to connect to first, host:port, separated by commas.")
        String bootstrapServers,
    @Setting(doc = "Topic that dead letters are written to; it must exist.", min = "1")
        String topic,
    @Setting(doc = "Further properties of the Kafka producer, passed on as they are.")
        Optional<Map<String, String>> properties) {}
