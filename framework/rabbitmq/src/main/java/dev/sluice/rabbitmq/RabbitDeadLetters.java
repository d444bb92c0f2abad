package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes dead letters to an exchange, each confirmed by the queues that take it; one that no
 * queue takes is not written. Never blocks.
 */
final class RabbitDeadLetters implements DeadLetters {
  private static final Logger LOGGER = LoggerFactory.getLogger(RabbitDeadLetters.class);
  static final String KEY = "pipeline.deadLetter.rabbitmq";
  // More than an engine writes at once.
  private static final int MOST = 1000;

  private final RabbitDeadLetterConfig config;
  private final LetterPlaces places;
  private final Vertx vertx;
  private final ConfirmedPublisher publisher;

  RabbitDeadLetters(RabbitDeadLetterConfig config, String pipeline, Vertx vertx, Clock clock) {
    String name = "sluice dead letters of " + pipeline;
    this.config = config;
    this.places = new LetterPlaces(config, new BrokerQuestions(config.access(), name));
    this.vertx = vertx;
    this.publisher = new ConfirmedPublisher(config.access(), name, MOST, vertx, clock);
  }

  @Override
  public Future<Void> open(Duration within) {
    return vertx.executeBlocking(
        () -> {
          places.refuseUnfit(within).ifPresent(LOGGER::info);
          return null;
        },
        false);
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return vertx.executeBlocking(
        () -> {
          List<Checked> found = new ArrayList<>();
          try {
            Optional<String> unknown = places.refuseUnfit(within);
            found.add(Checked.ok(KEY, places + " at " + config.access().address() + " is there"));
            unknown.ifPresent(what -> found.add(Checked.notChecked(KEY, what)));
            found.add(
                Checked.notChecked(
                    KEY,
                    "whether a queue takes what is published to it shows with each letter: one that"
                        + " comes back is not written"));
          } catch (InvalidSetup e) {
            found.add(Checked.failed(KEY, e.getMessage()));
          }
          return found;
        },
        false);
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    String routingKey = config.routingKey().orElse(letter.lane().name());
    return publisher
        .publish(
            config.exchange(),
            routingKey,
            LetterMessage.properties(letter),
            LetterMessage.body(letter),
            within)
        .recover(
            failure ->
                Future.failedFuture(
                    new IllegalStateException(
                        letter + " can't be written: " + failure.getMessage(), failure)));
  }

  @Override
  public Future<Void> close(Duration within) {
    return publisher.close(within);
  }
}
