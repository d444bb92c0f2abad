package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import dev.sluice.drain.StopReason;
import dev.sluice.testkit.FakeSettle;
import java.util.List;

/**
 * Everything is well from now on, whatever has happened before: what is left is worked off, the
 * stop that follows is clean.
 */
final class WorkOff {
  private static final int ROUNDS = 60;
  private static final long SECOND = 1_000_000_000L;
  private static final long LONG = 40 * SECOND;

  private final World world;
  private final Life life;
  private final Time time;

  WorkOff(World world, Life life, Time time) {
    this.world = world;
    this.life = life;
    this.time = time;
  }

  /** Works off what can be without a restart. */
  void run() {
    world.trace.add("all is well from here on");
    life.handler.calm();
    life.letters.calm();
    life.source.answerSettles(
        settle -> {
          life.looked(settle);
          life.answer(settle.confirm());
        });
    time.rest();
    life.source.intakeStopped();
    answer();
    for (ModelRevoke revoke : List.copyOf(life.revokes)) {
      revoke.fake.lanes().forEach(life::lose);
    }
    life.revokes.clear();
    time.rest();
    int round = 0;
    while (round < ROUNDS && !life.over() && !world.broken() && !finished()) {
      round();
      round++;
    }
    if (!world.broken() && !life.over() && !finished()) {
      world.violate(Invariant.NOT_STUCK, "work is left: " + left());
    }
    if (!world.broken() && !life.over()) {
      stop();
    }
  }

  private void round() {
    for (LaneModel lane : world.lanes) {
      if (!lane.fake.owned()) {
        life.assign(lane);
      }
      if (!life.stopTold) {
        life.deliver(64, false, lane);
      }
    }
    time.rest();
    endCalls();
    time.rest();
    if (!finished()) {
      // Lingering chunks and retries wait for a time.
      time.toNextTimer();
    }
  }

  private void endCalls() {
    for (ModelCall call : List.copyOf(life.handler.running())) {
      if (call.processable() == call.ids.length) {
        call.end(Outcome.DONE);
      } else {
        call.fail(Failure.PLAIN);
      }
    }
  }

  private void answer() {
    for (FakeSettle settle : life.source.allUnanswered()) {
      life.answer(settle.confirm());
    }
    time.rest();
  }

  /** Nothing is left but in lanes that a person must look at. */
  private boolean finished() {
    if (!life.handler.running().isEmpty()) {
      return false;
    }
    for (LaneModel lane : world.lanes) {
      if (lane.fake.settledRecords() < lane.size && !halted(lane)) {
        return false;
      }
    }
    return true;
  }

  private String left() {
    StringBuilder left = new StringBuilder();
    left.append("running ").append(life.handler.running()).append(", halted ");
    left.append(life.engine.halted()).append(", ").append(life.engine.counts());
    for (LaneModel lane : world.lanes) {
      left.append(", ").append(lane.name).append(' ').append(lane.fake.settledRecords());
      left.append(" settled of ").append(lane.size).append(", unread ").append(lane.fake.unread());
      left.append(lane.fake.paused() ? ", paused" : "");
    }
    return left.toString();
  }

  private boolean halted(LaneModel lane) {
    return lane.owned != null && life.engine.halted().containsKey(lane.owned);
  }

  private void stop() {
    boolean halted = !life.engine.halted().isEmpty();
    boolean asked = life.stopNanos != Life.NEVER;
    long before = world.clock.nanos();
    life.stop(StopReason.TERM);
    time.rest();
    for (int i = 0; i < 3 && !life.over() && !world.broken(); i++) {
      endCalls();
      time.rest();
      time.pass(SECOND);
    }
    if (world.broken()) {
      return;
    }
    if (!life.over()) {
      time.pass(LONG);
      if (!life.over()) {
        world.violate(Invariant.STOPPED_PROMPTLY, "a stop of an idle worker does not end");
      }
    } else if (before + 4 * SECOND < world.clock.nanos()) {
      world.violate(Invariant.STOPPED_PROMPTLY, "a stop of an idle worker takes long");
    } else if (!halted && !asked && life.engine.exit().result() != 0) {
      world.violate(Invariant.HONEST_EXIT, "a stop of an idle worker exits " + life.engine.exit());
    }
  }
}
