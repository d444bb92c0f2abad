package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lanes of all queues. Changed on the source's thread only; which generations are owned may be
 * asked from any.
 */
final class QueueLanes {
  private final List<QueueLane> all;
  private volatile Map<LaneRef, OpenLane> owned = Map.of();

  QueueLanes(List<QueueLane> all) {
    this.all = List.copyOf(all);
  }

  List<QueueLane> all() {
    return all;
  }

  /** Those that are consumed now. Safe from any thread. */
  List<OpenLane> open() {
    return new ArrayList<>(owned.values());
  }

  /** The one that is owned now as this one, or null. Safe from any thread. */
  OpenLane owned(LaneRef ref) {
    return owned.get(ref);
  }

  /** Whether every queue is consumed. Safe from any thread. */
  boolean complete() {
    return owned.size() == all.size();
  }

  void opened(QueueLane lane, OpenLane opened, long nowNanos) {
    lane.become(new QueueLane.Consumed(opened, nowNanos));
    Map<LaneRef, OpenLane> next = new HashMap<>(owned);
    next.put(opened.ref(), opened);
    owned = Map.copyOf(next);
  }

  /** Nothing of a lane that was consumed counts any more. */
  void lost(QueueLane lane) {
    Map<LaneRef, OpenLane> next = new HashMap<>(owned);
    next.remove(lane.open().ref());
    owned = Map.copyOf(next);
    lane.become(new QueueLane.Idle());
  }
}
