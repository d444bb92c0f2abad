package dev.sluice.kafka;

import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Vertx;

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
  public DeadLetters create(KafkaDeadLetterConfig config, String pipeline, Vertx vertx) {
    return new KafkaDeadLetters(config, ProducerProperties.of(config, pipeline), vertx);
  }
}
