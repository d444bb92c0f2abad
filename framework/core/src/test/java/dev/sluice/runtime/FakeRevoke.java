package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lanes that the source is taking away. */
final class FakeRevoke {
  private final FakeSource source;
  private final Set<LaneRef> lanes;
  private final Set<LaneRef> lost = new HashSet<>();
  private final Future<List<Settlement>> answer;

  FakeRevoke(FakeSource source, Set<LaneRef> lanes, Future<List<Settlement>> answer) {
    this.source = source;
    this.lanes = lanes;
    this.answer = answer;
  }

  /** True once the engine has said what may still be settled. */
  boolean answered() {
    return answer.isComplete();
  }

  /** What may still be settled. */
  List<Settlement> settlements() {
    if (!answered()) {
      throw new AssertionError("the engine has not answered the revoke of " + lanes);
    }
    for (Settlement settlement : answer.result()) {
      if (lost.contains(settlement.lane())) {
        throw new AssertionError(settlement + " is offered although its lane is lost");
      }
    }
    return answer.result();
  }

  /** Commits the final settlements and lets the lanes go. */
  void release() {
    source.broker().check(settlements());
    source.inOwnThread(
        () -> {
          SettleResult result = source.broker().commit(settlements());
          source.broker().unassign(lanes);
          source.engine().lanesReleased(lanes, result);
        });
  }

  /** The final commit fails; the lanes go all the same. */
  void releaseUncommitted() {
    source.inOwnThread(
        () -> {
          source.broker().unassign(lanes);
          source.engine().lanesReleased(lanes, SettleResult.failed(settlements()));
        });
  }

  /** The broker gives one of the lanes away without waiting for the answer. */
  void loseOne() {
    LaneRef lane = lanes.iterator().next();
    source.broker().unassign(Set.of(lane));
    if (!answered() && lost.add(lane)) {
      source.inOwnThread(() -> source.engine().lanesLost(Set.of(lane)));
    }
  }

  /** The broker gives the lanes away without waiting for the answer. */
  void lose() {
    source.broker().unassign(lanes);
    source.inOwnThread(() -> source.engine().lanesLost(lanes));
  }

  @Override
  public String toString() {
    return lanes.toString();
  }
}
