package dev.sluice.rabbitmq;

import dev.sluice.spi.ServiceProvider;
import dev.sluice.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The publisher that handlers use. Never blocks. */
final class RabbitService implements ServiceProvider.Service, RabbitPublisher {
  private final BrokerAccess access;
  private final String name;
  private final Duration within;
  private final Vertx vertx;
  private final ConfirmedPublisher publisher;

  RabbitService(String name, RabbitServiceConfig config, Vertx vertx, Clock clock) {
    this.access = config.access("services.rabbitmq." + name);
    this.name = "sluice service " + name;
    this.within = config.confirmWithin();
    this.vertx = vertx;
    this.publisher =
        new ConfirmedPublisher(access, this.name, config.maxOutstanding(), vertx, clock);
  }

  @Override
  public RabbitPublisher client() {
    return this;
  }

  @Override
  public Future<Void> publish(String exchange, String routingKey, RabbitMessage message) {
    Context caller = vertx.getOrCreateContext();
    Promise<Void> answer = Promise.promise();
    publisher
        .publish(exchange, routingKey, message.properties(), message.body(), within)
        .onComplete(done -> caller.runOnContext(now -> answer.handle(done)));
    return answer.future();
  }

  @Override
  public Future<Void> check(Duration within) {
    return vertx.executeBlocking(
        () -> {
          new BrokerQuestions(access, name).run(channel -> {}, within);
          return null;
        },
        false);
  }

  @Override
  public boolean dependencyDown(Throwable cause) {
    return cause instanceof PublishFailed failed && failed.reason().brokerAway();
  }

  @Override
  public Future<Void> close(Duration within) {
    return publisher.close(within);
  }
}
