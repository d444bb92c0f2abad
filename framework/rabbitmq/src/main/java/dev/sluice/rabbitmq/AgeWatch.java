package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.chain.Durations;
import dev.sluice.spi.Engine;
import dev.sluice.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has what is held too long handed back before the broker's delivery-ack time-out takes the whole
 * channel: through an outage of what handlers need, above all. On the source's thread only.
 */
final class AgeWatch {
  private static final Logger LOGGER = LoggerFactory.getLogger(AgeWatch.class);

  private final QueueLanes lanes;
  private final Engine engine;
  private final Clock clock;
  private final Duration most;
  private Set<Long> known = Set.of();

  AgeWatch(QueueLanes lanes, Engine engine, Clock clock, Duration most) {
    this.lanes = lanes;
    this.engine = engine;
    this.clock = clock;
    this.most = most;
  }

  /** Looks at everything that is held. */
  void look() {
    long before = clock.nanos() - most.toNanos();
    Set<Long> all = new HashSet<>();
    for (OpenLane lane : lanes.open()) {
      // First, for what waits there is not known to be held before.
      List<Deliveries> waiting = lane.intake().before(before);
      Set<Long> old = new HashSet<>();
      for (Deliveries batch : lane.held().since(before)) {
        for (long tag = batch.firstTag(); tag < batch.nextTag(); tag++) {
          if (lane.open(tag)) {
            old.add(lane.base() + tag);
          }
        }
      }
      if (!old.isEmpty()) {
        say(lane, old);
        handBack(lane, waiting, old);
        all.addAll(old);
      }
    }
    known = all;
  }

  /** Once for each message: one that a try has comes back only when its handler does. */
  private void say(OpenLane lane, Set<Long> old) {
    Set<Long> more = new HashSet<>(old);
    more.removeAll(known);
    if (!more.isEmpty()) {
      LOGGER.warn(
          "{} messages of {} were held for {} and are handed back, before the broker's"
              + " delivery-ack time-out takes them",
          more.size(),
          lane.ref().name(),
          Durations.print(most));
    }
  }

  private void handBack(OpenLane lane, List<Deliveries> waiting, Set<Long> old) {
    try {
      // What the engine does not know of is handed back here.
      for (Deliveries each : waiting) {
        lane.giveBack(each.position(0), each.nextPosition());
      }
    } catch (IOException | ShutdownSignalException e) {
      LOGGER.debug("the channel of {} has ended", lane.ref(), e);
    }
    engine.withdrawn(lane.ref(), old);
  }
}
