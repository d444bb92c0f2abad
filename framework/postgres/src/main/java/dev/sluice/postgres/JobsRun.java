package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A source that is open: its parts and what is asked of them. On the private loop only. */
final class JobsRun {
  private final JobsTable table;
  private final JobsLane lane;
  private final Claimer claimer;
  private final Settling settling;
  private final Leases leases;
  private final Insistence insistence;

  JobsRun(
      JobsTable table,
      JobsLane lane,
      Claimer claimer,
      Settling settling,
      Leases leases,
      Insistence insistence) {
    this.table = table;
    this.lane = lane;
    this.claimer = claimer;
    this.settling = settling;
    this.leases = leases;
    this.insistence = insistence;
  }

  void start(PrivateLoop loop) {
    lane.open();
    leases.start(loop.timers());
    claimer.wake();
  }

  void pause(LaneRef ref) {
    lane.pause(ref, true);
  }

  void resume(LaneRef ref) {
    lane.pause(ref, false);
    claimer.wake();
  }

  /** Nothing is handed to the engine after it. */
  Future<Void> stopIntake() {
    lane.leave();
    return claimer.stop();
  }

  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    // Work that is done or handed back often leaves work behind.
    return settling.settle(settlements, within).onComplete(over -> claimer.wake());
  }

  /** Asks the server whether what is claimed is still ours. */
  Future<Void> confirm() {
    return leases.confirm();
  }

  Future<Idleness> idleness(Set<LaneRef> except) {
    if (except.contains(lane.ref())) {
      return Future.succeededFuture(Idleness.IDLE);
    }
    return table.busy().map(busy -> busy ? Idleness.BEHIND : Idleness.IDLE);
  }

  /** How long ago the thread last did its round. Callable from any thread. */
  Duration sinceBeat() {
    return leases.sinceBeat();
  }

  /** Hands back whatever is still claimed, by any generation. */
  Future<Integer> leave(Duration within) {
    Duration half = within.dividedBy(2);
    return stopIntake()
        .timeout(Math.max(1, half.toMillis()), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .compose(quiet -> insistence.on(half, () -> table.release(lane.claimants(), Set.of())))
        .onComplete(over -> leases.stop());
  }
}
