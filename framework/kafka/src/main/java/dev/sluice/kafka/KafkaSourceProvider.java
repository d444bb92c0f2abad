package dev.sluice.kafka;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;

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
  public Set<String> reads(KafkaSourceConfig config, List<Duration> retryDelays) {
    RetryTopics retries = RetryTopics.of(config.group(), retryDelays);
    return SourceTopics.places(config.bootstrapServers(), retries.beside(config.topics()));
  }

  @Override
  public boolean usesStateStore() {
    return true;
  }

  @Override
  public Source create(KafkaSourceConfig config, SourceContext context) {
    ClientProperties properties = ClientProperties.of(config, context);
    RetryTopics retries = RetryTopics.of(config.group(), context.retryDelays());
    SourceTopics.check(config, retries);
    return new KafkaSource(config, properties, retries, context);
  }
}
