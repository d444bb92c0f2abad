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

  void opened(QueueLane lane, OpenLane opened) {
    lane.open(opened);
    Map<LaneRef, OpenLane> next = new HashMap<>(owned);
    next.put(opened.ref(), opened);
    owned = Map.copyOf(next);
  }

  /** What it was; nothing of it counts any more. */
  OpenLane lost(QueueLane lane) {
    OpenLane gone = lane.open();
    lane.open(null);
    Map<LaneRef, OpenLane> next = new HashMap<>(owned);
    next.remove(gone.ref());
    owned = Map.copyOf(next);
    return gone;
  }
}
