package dev.sluice.testkit.simulation;

import dev.sluice.drain.Course;
import dev.sluice.runtime.EngineCounts;
import java.util.List;

/** What must hold whenever the loop has come to rest, and when a process has ended. */
final class Checks {
  private static final long SECOND = 1_000_000_000L;

  private final World world;
  private final Life life;

  Checks(World world, Life life) {
    this.world = world;
    this.life = life;
  }

  /** The loop has nothing to do. */
  void atRest() {
    conservation();
    inTime();
    if (life.stopTold) {
      promptly();
    }
    if (!life.source.breaches().isEmpty()) {
      world.violate(Invariant.CONTRACT, life.source.breaches().get(0));
    }
  }

  private void conservation() {
    EngineCounts counts = life.engine.counts();
    if (counts.unaccounted() != 0 || counts.held() < 0) {
      world.violate(Invariant.CONSERVATION, counts.toString());
    }
    if (counts.received() != life.source.delivered()) {
      world.violate(Invariant.CONSERVATION, life.source.delivered() + " were delivered: " + counts);
    }
    if (counts.settled() + counts.deadLettered() + counts.skipped() != life.knownSettled) {
      world.violate(Invariant.CONSERVATION, life.knownSettled + " were confirmed: " + counts);
    }
  }

  private void inTime() {
    long now = world.clock.nanos();
    boolean needOver = life.stopTold && now - life.stopNanos >= world.knobs.needNanos;
    List<ModelCall> calls = life.handler.running();
    for (int i = 0; i < calls.size(); i++) {
      ModelCall call = calls.get(i);
      if (!call.dead()) {
        if (now - call.startedNanos >= world.knobs.limitNanos) {
          world.violate(Invariant.CUT_IN_TIME, call + " runs past its limit");
        }
        if (needOver) {
          world.violate(Invariant.CUT_IN_TIME, call + " runs past the stop's need");
        }
        if (call.lane.toldGeneration != call.generation) {
          world.violate(Invariant.CUT_IN_TIME, call + " runs although its lane is gone");
        }
      }
    }
    if (life.stopTold
        && !life.mayBeCut
        && now - life.stopNanos >= world.knobs.needNanos + world.knobs.commitNanos
        && !life.source.closed()) {
      world.violate(Invariant.CUT_IN_TIME, "the time to settle is over: " + life.engine.state());
    }
    for (int i = 0; i < life.revokes.size(); i++) {
      ModelRevoke revoke = life.revokes.get(i);
      if (now >= revoke.deadlineNanos && !revoke.fake.answered()) {
        world.violate(Invariant.CUT_IN_TIME, revoke + " is not answered");
      }
    }
  }

  /** A stop whose work is over is over. */
  private void promptly() {
    boolean waits =
        !life.source.intakeStoppedSaid()
            || anyAlive()
            || life.source.unanswered() != null
            || !life.revokes.isEmpty()
            || life.settleTroubleNanos >= world.clock.nanos() - SECOND;
    if (!waits && !life.over()) {
      world.violate(
          Invariant.STOPPED_PROMPTLY, "in state " + life.engine.state() + " with nothing to do");
    }
  }

  private boolean anyAlive() {
    if (!life.letters.open().isEmpty()) {
      return true;
    }
    List<ModelCall> calls = life.handler.running();
    for (int i = 0; i < calls.size(); i++) {
      if (!calls.get(i).dead()) {
        return true;
      }
    }
    return false;
  }

  /** The deadline thread holds, whatever the loop does. */
  void deadline() {
    if (life.stopNanos == Life.NEVER || life.over()) {
      return;
    }
    long latest = life.stopNanos + world.knobs.windowNanos;
    if (life.deadline.atNanos().isEmpty()
        || life.deadline.atNanos().getAsLong() > latest
        || world.clock.nanos() > latest) {
      world.violate(Invariant.STOPPED_IN_TIME, "no end at " + world.time());
    }
  }

  /** The process has come to its end by itself. */
  void exited() {
    int code = life.engine.exit().result();
    boolean fatal = code == Course.FATAL;
    if (code != 0 && code != Course.CUT && !fatal) {
      world.violate(Invariant.HONEST_EXIT, "exit code " + code);
    }
    boolean left = life.leftBehind || somethingLeft();
    if (code == 0 && left) {
      world.violate(Invariant.HONEST_EXIT, "exit code 0, but not all that was started is settled");
    }
    boolean mayBeCut = life.mayBeCut || life.startedWasCancelled || life.letters.openOfMalformed();
    if (code == Course.CUT && !left && !mayBeCut && life.settledWell()) {
      world.violate(Invariant.HONEST_EXIT, "exit code 3, but all that was started is settled");
    }
    EngineCounts counts = life.engine.counts();
    if (counts.unaccounted() != 0 || counts.held() != 0 || counts.triesInFlight() != 0) {
      world.violate(Invariant.CONSERVATION, "at the end " + counts);
    }
  }

  /** A record of a started try that is not settled, and was not stopped at a checkpoint. */
  private boolean somethingLeft() {
    Witness witness = world.witness;
    for (int id = 0; id < witness.count; id++) {
      LaneModel lane = world.lanes[witness.lane[id]];
      int index = witness.index[id];
      if (witness.touched[id] && !lane.fake.settled(index) && !lane.isCarried(index)) {
        return true;
      }
    }
    return false;
  }
}
