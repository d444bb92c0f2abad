package dev.sluice.kafka;

import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;

/** Makes the writer that {@code pipeline.deadLetter.kafka} declares. */
public final class KafkaDeadLetterProvider implements DeadLetterProvider<KafkaDeadLetterConfig> {

  /** For {@code ServiceLoader}. */
  public KafkaDeadLetterProvider() {}

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public Class<KafkaDeadLetterConfig> configType() {
    return KafkaDeadLetterConfig.class;
  }

  @Override
  public Set<String> writes(KafkaDeadLetterConfig config) {
    return SourceTopics.places(config.bootstrapServers(), List.of(config.topic()));
  }

  @Override
  public DeadLetters create(KafkaDeadLetterConfig config, String pipeline, Vertx vertx) {
    return new KafkaDeadLetters(config, ProducerProperties.of(config, pipeline), vertx);
  }
}
