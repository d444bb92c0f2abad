package dev.sluice.runtime;

import dev.sluice.progress.Settlement;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The revokes under way. On the event loop. */
final class Revokes {
  private final Clock clock;
  private final Timers timers;
  private final List<Revoke> underWay = new ArrayList<>();

  Revokes(Clock clock, Timers timers) {
    this.clock = clock;
    this.timers = timers;
  }

  /**
   * Begins to give lanes up.
   *
   * @param deadlineNanos when what still runs is cut
   * @return completes with what may be settled
   */
  Future<List<Settlement>> begin(List<LaneRun<?>> lanes, long deadlineNanos) {
    Revoke revoke = new Revoke(lanes);
    lanes.forEach(lane -> lane.revoke(deadlineNanos));
    if (!revoke.check()) {
      underWay.add(revoke);
      revoke.deadline(timers.once(Duration.ofNanos(deadlineNanos - clock.nanos()), revoke::cut));
    }
    return revoke.future();
  }

  /** A try of a lane is over. */
  void tryOver(LaneRun<?> lane) {
    if (!underWay.isEmpty()) {
      underWay.removeIf(revoke -> revoke.concerns(lane) && revoke.check());
    }
  }
}
