package dev.sluice.testkit.simulation;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import dev.sluice.testkit.FakeRevoke;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lanes that are being taken away from the present process. */
final class ModelRevoke {
  final FakeRevoke fake;
  final long deadlineNanos;

  /** Lanes that were lost meanwhile. */
  final Set<LaneRef> lost = new HashSet<>(2);

  ModelRevoke(FakeRevoke fake, long deadlineNanos) {
    this.fake = fake;
    this.deadlineNanos = deadlineNanos;
  }

  /** Lanes of which a settle asked for before failed when the engine had given its answer. */
  private final Set<LaneRef> unsettled = new HashSet<>(2);

  /** What the engine has not heard yet, in the order in which it will. */
  private final List<SettleResult> onTheirWay = new ArrayList<>(2);

  /** The broker has answered a settle that was asked for before. */
  void answered(SettleResult result) {
    onTheirWay.add(result);
  }

  /** The engine has heard it: what failed is not in an answer given before. */
  void told(SettleResult result) {
    onTheirWay.remove(result);
    if (fake.answered()) {
      result.failed().forEach(settlement -> unsettled.add(settlement.lane()));
    }
  }

  /** True when a settle before has left something of a lane open, which nobody settles any more. */
  boolean leavesOpen(LaneRef lane) {
    return unsettled.contains(lane)
        || onTheirWay.stream()
            .flatMap(result -> result.failed().stream())
            .anyMatch(settlement -> settlement.lane().equals(lane));
  }

  @Override
  public String toString() {
    return fake.toString();
  }
}
