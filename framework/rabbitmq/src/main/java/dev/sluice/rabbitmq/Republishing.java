package dev.sluice.rabbitmq;

import dev.sluice.progress.Settlement;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts messages that have failed into a delay queue, from which they come again. */
final class Republishing {
  private static final Logger LOGGER = LoggerFactory.getLogger(Republishing.class);

  private final DelayQueues delays;
  private final ConfirmedPublisher publisher;

  Republishing(DelayQueues delays, ConfirmedPublisher publisher) {
    this.delays = delays;
    this.publisher = publisher;
  }

  /**
   * Publishes a message again, with one more failed try.
   *
   * @return completes on any thread when the broker has it for good; at once for one that is
   *     answered already
   */
  Future<Void> keep(OpenLane lane, Settlement.RetryLater later, Duration within) {
    Optional<Deliveries> holding = lane.message(later.from());
    if (holding.isEmpty()) {
      return Future.succeededFuture();
    }
    long tag = lane.tag(later.from());
    String queue = DelayQueues.name(lane.queue(), delays.delay(later.after()));
    return publisher
        .publish(
            "",
            queue,
            Attempts.failedOnceMore(holding.get().envelope(tag), holding.get().properties(tag)),
            holding.get().body(tag),
            within)
        .onFailure(
            failure ->
                LOGGER.warn(
                    "a message of {} that has failed stays unsettled: it can't be put into {}: {}",
                    lane.ref().name(),
                    queue,
                    Causes.text(failure)));
  }

  Future<Void> close(Duration within) {
    return publisher.close(within);
  }
}
