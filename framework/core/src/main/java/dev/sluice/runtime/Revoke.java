package dev.sluice.runtime;

import dev.sluice.progress.Settlement;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** Lanes on their way out: waits for their started tries, then says what may be settled. */
final class Revoke {
  private final List<LaneRun<?>> lanes;
  private final Promise<List<Settlement>> done = Promise.promise();
  private Timers.Timer deadline = () -> {};

  Revoke(List<LaneRun<?>> lanes) {
    this.lanes = lanes;
  }

  Future<List<Settlement>> future() {
    return done.future();
  }

  void deadline(Timers.Timer timer) {
    deadline = timer;
  }

  boolean concerns(LaneRun<?> lane) {
    return lanes.contains(lane);
  }

  /** Completes when none of the lanes has a try in flight. */
  boolean check() {
    if (lanes.stream().anyMatch(lane -> lane.strands().inFlight())) {
      return false;
    }
    deadline.cancel();
    List<Settlement> settlements = new ArrayList<>();
    for (LaneRun<?> lane : lanes) {
      settlements.addAll(lane.finalSettlements());
    }
    done.tryComplete(settlements);
    return true;
  }

  /** The time is over: what still runs is cut. */
  void cut() {
    for (LaneRun<?> lane : lanes) {
      lane.kill("the lane was taken away and the time for it is over");
    }
    check();
  }
}
