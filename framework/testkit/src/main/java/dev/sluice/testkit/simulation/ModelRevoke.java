package dev.sluice.testkit.simulation;

import dev.sluice.progress.LaneRef;
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

  @Override
  public String toString() {
    return fake.toString();
  }
}
