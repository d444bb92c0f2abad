package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Sees to the queues once: on the first connection, or on a later one after it has failed. On a
 * dialer's thread.
 */
final class KnownQueues implements Dialer.Preparation {
  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final Topology topology;
  private final QueueLanes lanes;
  private final NearLimit nearLimit;
  private boolean done;

  KnownQueues(Topology topology, QueueLanes lanes, NearLimit nearLimit) {
    this.topology = topology;
    this.lanes = lanes;
    this.nearLimit = nearLimit;
  }

  @Override
  public void prepare(Connection connection) throws IOException {
    if (!done) {
      Map<String, QueueFacts> known = topology.prepare(connection, WITHIN);
      lanes.all().forEach(lane -> lane.facts(known.get(lane.queue())));
      nearLimit.known(known);
      done = true;
    }
  }
}
