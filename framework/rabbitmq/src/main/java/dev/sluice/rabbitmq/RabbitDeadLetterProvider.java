package dev.sluice.rabbitmq;

import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.Set;

/** Makes the writer that {@code pipeline.deadLetter.rabbitmq} declares. */
public final class RabbitDeadLetterProvider implements DeadLetterProvider<RabbitDeadLetterConfig> {

  /** For {@code ServiceLoader}. */
  public RabbitDeadLetterProvider() {}

  @Override
  public String name() {
    return "rabbitmq";
  }

  @Override
  public Class<RabbitDeadLetterConfig> configType() {
    return RabbitDeadLetterConfig.class;
  }

  /** Queues, as far as they are known, and the exchange, which is no queue of the same name. */
  @Override
  public Set<String> writes(RabbitDeadLetterConfig config) {
    BrokerAddress address = BrokerAddress.of(config.url());
    Set<String> places = new HashSet<>();
    config.lettersQueue().ifPresent(queue -> places.addAll(address.places(queue)));
    if (!config.exchange().isEmpty()) {
      places.addAll(address.places("exchange/" + config.exchange()));
    }
    return places;
  }

  @Override
  public DeadLetters create(RabbitDeadLetterConfig config, String pipeline, Vertx vertx) {
    return new RabbitDeadLetters(config, pipeline, vertx, new SystemClock());
  }
}
