package dev.sluice.testkit.simulation;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import dev.sluice.testkit.FakeRevoke;
import java.util.HashSet;
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
  final Set<LaneRef> unsettled = new HashSet<>(2);

  /** A settle has failed: what it named is not in an answer given before. */
  void failed(SettleResult result) {
    if (fake.answered()) {
      result.failed().forEach(settlement -> unsettled.add(settlement.lane()));
    }
  }

  @Override
  public String toString() {
    return fake.toString();
  }
}
