package dev.sluice.testkit;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The mark that a {@link FakeSource} leaves with the lanes it has opened. */
final class FakeMarks {
  private final FakeBroker broker;
  private final Set<LaneRef> open = new LinkedHashSet<>();
  private OwnerMark mark;

  FakeMarks(FakeBroker broker) {
    this.broker = broker;
  }

  /** The mark; null before the engine has given one. */
  OwnerMark mark() {
    return mark;
  }

  void opened(LaneRef lane) {
    open.add(lane);
  }

  void gone(Set<LaneRef> lanes) {
    open.removeAll(lanes);
  }

  /**
   * Leaves a mark with every lane that is still the source's.
   *
   * @return the lanes that turned out not to be
   */
  List<LaneRef> mark(OwnerMark now) {
    mark = now;
    List<LaneRef> lost = new ArrayList<>();
    for (LaneRef ref : open) {
      FakeLane lane = broker.lane(ref.name());
      if (lane.owned(ref.generation())) {
        lane.mark(now);
      } else {
        lost.add(ref);
      }
    }
    return lost;
  }

  /** Lanes are released in order, and marked so. */
  void leave(Set<LaneRef> lanes) {
    if (mark != null) {
      lanes.forEach(ref -> broker.lane(ref.name()).mark(mark.left(true)));
    }
    open.removeAll(lanes);
    broker.forget(lanes);
  }
}
