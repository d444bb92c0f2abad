package dev.sluice.kafka;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;

/** Makes the source that {@code pipeline.source.kafka} declares. */
public final class KafkaSourceProvider implements SourceProvider<KafkaSourceConfig> {

  /** For {@code ServiceLoader}. */
  public KafkaSourceProvider() {}

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public Class<KafkaSourceConfig> configType() {
    return KafkaSourceConfig.class;
  }

  @Override
  public boolean usesStateStore() {
    return true;
  }

  @Override
  public Source create(KafkaSourceConfig config, SourceContext context) {
    return new KafkaSource(config, ClientProperties.of(config, context), context);
  }
}
