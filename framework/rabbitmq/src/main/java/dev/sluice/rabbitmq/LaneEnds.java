package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.chain.Durations;
import dev.sluice.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in one line why a queue is no longer consumed on the channel that it was. */
final class LaneEnds {
  private static final Logger LOGGER = LoggerFactory.getLogger(LaneEnds.class);

  private final AckWindow window;
  private final Clock clock;

  LaneEnds(AckWindow window, Clock clock) {
    this.window = window;
    this.clock = clock;
  }

  /** The broker, or something else, has ended the channel. */
  void say(OpenLane gone, Throwable cause) {
    ShutdownSignalException signal = Causes.signal(cause);
    if (signal != null && Causes.deliveryAckTimeout(signal)) {
      tookTooLong(gone, Causes.text(cause));
    } else {
      LOGGER.warn(
          "the channel of {} has ended and is opened again: {}",
          gone.ref().name(),
          Causes.text(cause));
    }
  }

  /** The broker has ended the consumer. Newer brokers do so for the delivery-ack time-out, too. */
  void cancelled(OpenLane gone) {
    // A tenth for the broker's rounds, in which it looks for such deliveries.
    Duration nearly = window.allowed().multipliedBy(9).dividedBy(10);
    boolean late = !gone.held().since(clock.nanos() - nearly.toNanos()).isEmpty();
    if (late) {
      tookTooLong(gone, "consumer cancelled");
    } else {
      LOGGER.warn(
          "the broker has ended the consumer of {} (its queue was deleted, or has moved); it is"
              + " consumed again",
          gone.ref().name());
    }
  }

  private void tookTooLong(OpenLane gone, String said) {
    LOGGER.error(
        "the broker's delivery-ack time-out has ended the channel of {}, and everything delivered"
            + " on it comes again: a delivery was held longer than its consumer_timeout, which the"
            + " pipeline takes for {} (deliveryAckTimeout); raise it at the broker or lower the"
            + " handler's limit or prefetch. The broker: {}",
        gone.ref().name(),
        Durations.print(window.allowed()),
        said);
  }
}
