package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import dev.sluice.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to the queues on every new connection, for they, or their broker, may be others by then. The
 * first time whatever is wrong is the operator's to mend; later it stops the lane that it concerns.
 * On a dialer's thread.
 */
final class KnownQueues implements Dialer.Preparation {
  private static final Logger LOGGER = LoggerFactory.getLogger(KnownQueues.class);
  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final RabbitSourceConfig config;
  private final DelayQueues delays;
  private final Clock clock;
  private final QueueLanes lanes;
  private final NearLimit nearLimit;
  private boolean known;

  KnownQueues(
      RabbitSourceConfig config,
      DelayQueues delays,
      Clock clock,
      QueueLanes lanes,
      NearLimit nearLimit) {
    this.config = config;
    this.delays = delays;
    this.clock = clock;
    this.lanes = lanes;
    this.nearLimit = nearLimit;
  }

  @Override
  public void prepare(Connection connection) throws IOException {
    try {
      Map<String, QueueFacts> found =
          new Topology(config, delays, clock).prepare(connection, WITHIN);
      lanes.all().forEach(lane -> lane.known(found.get(lane.queue())));
      known = true;
    } catch (InvalidSetup e) {
      if (!known) {
        throw e;
      }
      LOGGER.debug("one of the queues is not as it must be", e);
      for (QueueLane lane : lanes.all()) {
        look(lane, connection);
      }
    }
    tellLimits();
  }

  /**
   * Sees to one queue that could not be consumed, by whatever means the settings allow.
   *
   * @throws IOException when the connection is lost
   */
  void again(QueueLane lane, Connection connection) throws IOException {
    if (config.declare()) {
      try {
        var unused = new Topology(config, delays, clock).prepare(connection, WITHIN);
      } catch (InvalidSetup e) {
        LOGGER.debug("not every queue could be made", e);
      }
    }
    look(lane, connection);
    tellLimits();
  }

  private void look(QueueLane lane, Connection connection) throws IOException {
    try {
      lane.known(
          new Topology(config.only(lane.queue()), delays, clock)
              .prepare(connection, WITHIN)
              .get(lane.queue()));
    } catch (InvalidSetup e) {
      lane.refused(e.getMessage());
    }
  }

  private void tellLimits() {
    Map<String, QueueFacts> all = new HashMap<>();
    lanes.all().forEach(lane -> all.put(lane.queue(), lane.facts()));
    nearLimit.known(all);
  }
}
