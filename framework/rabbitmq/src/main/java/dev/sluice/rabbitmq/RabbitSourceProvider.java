package dev.sluice.rabbitmq;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes the source that {@code pipeline.source.rabbitmq} declares. */
public final class RabbitSourceProvider implements SourceProvider<RabbitSourceConfig> {

  /** For {@code ServiceLoader}. */
  public RabbitSourceProvider() {}

  @Override
  public String name() {
    return "rabbitmq";
  }

  @Override
  public Class<RabbitSourceConfig> configType() {
    return RabbitSourceConfig.class;
  }

  @Override
  public Set<String> reads(RabbitSourceConfig config, List<Duration> retryDelays) {
    Set<String> places = new LinkedHashSet<>();
    config.queues().forEach(queue -> places.addAll(config.address().places(queue)));
    return places;
  }

  @Override
  public Source create(RabbitSourceConfig config, SourceContext context) {
    AckWindow.check(config, context);
    return new RabbitSource(config, context);
  }
}
