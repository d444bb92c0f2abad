package dev.sluice.rabbitmq;

import dev.sluice.spi.ServiceProvider;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;

/** Offers {@code services.rabbitmq.<name>}: handlers ask for {@link RabbitPublisher}. */
public final class RabbitServiceProvider implements ServiceProvider<RabbitServiceConfig> {

  /** For {@code ServiceLoader}. */
  public RabbitServiceProvider() {}

  @Override
  public String kind() {
    return "rabbitmq";
  }

  @Override
  public Class<RabbitServiceConfig> configType() {
    return RabbitServiceConfig.class;
  }

  @Override
  public Class<?> serviceType() {
    return RabbitPublisher.class;
  }

  @Override
  public Service create(String name, RabbitServiceConfig config, Vertx vertx) {
    return new RabbitService(name, config, vertx, new SystemClock());
  }
}
