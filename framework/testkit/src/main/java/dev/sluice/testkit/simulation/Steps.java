package dev.sluice.testkit.simulation;

import dev.sluice.api.Outcome;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import dev.sluice.testkit.FakeSettle;
import java.util.Arrays;
import java.util.List;

/** The things that can happen to a life; which one does is up to the dice. */
final class Steps {
  private static final long MILLI = 1_000_000L;

  private final World world;
  private final Life life;
  private final Dice dice;
  private final Time time;

  Steps(World world, Life life, Time time) {
    this.world = world;
    this.life = life;
    this.dice = world.dice;
    this.time = time;
  }

  void any() {
    int draw = dice.below(100);
    if (draw < 24) {
      arrive();
    } else if (draw < 58) {
      handler();
    } else if (draw < 72) {
      settle();
    } else if (draw < 84) {
      pass();
    } else if (draw < 89) {
      assign();
    } else if (draw < 92) {
      revoke();
    } else if (draw < 96) {
      endRevoke();
    } else if (draw < 98) {
      lose();
    } else {
      rarely();
    }
  }

  private void arrive() {
    int lane = dice.below(world.lanes.length);
    for (int i = dice.below(6); i > 0; i--) {
      world.append(lane);
    }
    if (life.source.intakeStoppedSaid()) {
      return;
    }
    boolean late = dice.chance(10);
    if (dice.chance(30)) {
      life.deliver(dice.between(1, 8), late, reachable(world.lanes));
    } else {
      life.deliver(dice.between(1, 8), late, reachable(world.lanes[lane]));
    }
  }

  /** A source hands nothing over of a lane that it is taking away. */
  private LaneModel[] reachable(LaneModel... lanes) {
    LaneModel[] kept = new LaneModel[lanes.length];
    int count = 0;
    for (LaneModel lane : lanes) {
      if (lane.owned != null && lane.fake.owned(lane.owned.generation())) {
        kept[count++] = lane;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private void handler() {
    List<ModelCall> calls = life.handler.running();
    if (calls.isEmpty()) {
      return;
    }
    ModelCall call = calls.get(dice.below(calls.size()));
    int processable = call.processable();
    int draw = dice.below(20);
    if (world.trace.on()) {
      world.trace.add("handler of " + call + " throws a " + draw + (call.dead() ? ", dead" : ""));
    }
    if (draw < 10 && processable == call.ids.length) {
      call.end(Outcome.DONE);
    } else if (draw < 12) {
      call.fail(failure());
    } else if (draw < 13) {
      reject(call);
    } else if (draw == 19 && dice.chance(30)) {
      call.down();
    } else if (draw < 14 || (draw < 17 && call.draining())) {
      call.end(Outcome.STOPPED);
    } else if (processable > call.done()) {
      call.checkpoint(dice.between(Math.max(1, call.done()), processable));
    } else if (processable < call.ids.length) {
      call.fail(failure());
    }
  }

  private Failure failure() {
    int draw = dice.below(10);
    return draw < 1 ? Failure.POISON : draw < 4 ? Failure.TROUBLE : Failure.PLAIN;
  }

  private void reject(ModelCall call) {
    int index = dice.between(call.done(), call.ids.length - 1);
    if (index < call.ids.length && call.rejectable(index)) {
      call.reject(index);
    } else {
      call.fail(failure());
    }
  }

  /** Somebody cancels a job. */
  private void cancel() {
    LaneModel lane = world.anyLane();
    int index = lane.size == 0 ? -1 : dice.below(lane.size);
    if (index >= 0 && !lane.fake.settled(index)) {
      life.startedWasCancelled |= world.witness.touched[lane.ids[index]];
      life.source.cancel(lane.name, index);
      if (world.trace.on()) {
        world.trace.add("record " + lane.ids[index] + " is cancelled");
      }
    }
  }

  private void settle() {
    if (world.profile.keeps() && dice.chance(10)) {
      cancel();
    }
    letter();
    List<FakeSettle> waiting = life.source.allUnanswered();
    if (waiting.isEmpty()) {
      return;
    }
    FakeSettle settle = waiting.get(waiting.size() == 1 ? 0 : dice.below(waiting.size()));
    int draw = dice.below(20);
    SettleResult result;
    if (draw < 15) {
      result = settle.confirm();
    } else if (draw < 17) {
      result = settle.fail();
    } else if (draw < 19) {
      result = settle.loseAnswer();
    } else {
      result = settle.confirmOnly(dice.below(settle.settlements().size() + 1));
    }
    if (world.trace.on()) {
      world.trace.add("broker answers " + result);
    }
    life.answer(result);
  }

  private void letter() {
    List<ModelLetters.Letter> letters = life.letters.open();
    if (letters.isEmpty()) {
      return;
    }
    ModelLetters.Letter letter = letters.get(dice.below(letters.size()));
    boolean well = dice.chance(85);
    world.trace.add(well ? "a dead letter is confirmed" : "a dead letter fails");
    if (well) {
      letter.confirm();
    } else {
      letter.fail();
    }
  }

  private void pass() {
    int draw = dice.below(12);
    if (draw < 4) {
      time.toNextTimer();
    } else if (draw < 8) {
      time.pass(dice.below(500) * MILLI);
    } else if (draw < 11) {
      time.pass(dice.below(8_000) * MILLI);
    } else {
      time.pass(world.knobs.limitNanos + dice.below(11_000) * MILLI);
    }
  }

  private void assign() {
    LaneModel lane = world.anyLane();
    if (lane.owned == null && !lane.fake.owned()) {
      life.assign(lane);
    }
  }

  private void revoke() {
    LaneRef[] refs = new LaneRef[world.lanes.length];
    int count = 0;
    for (LaneModel lane : world.lanes) {
      if (lane.owned != null && dice.chance(60)) {
        refs[count++] = lane.owned;
      }
    }
    if (count > 0) {
      life.revoke(dice.between(1, 40) * 1000L * MILLI, Arrays.copyOf(refs, count));
    }
  }

  private void endRevoke() {
    if (life.revokes.isEmpty()) {
      return;
    }
    ModelRevoke revoke = life.revokes.get(dice.below(life.revokes.size()));
    int draw = dice.below(10);
    if (draw < 1) {
      loseSome(revoke);
    } else if (revoke.fake.answered()) {
      release(revoke, draw);
    }
  }

  private void release(ModelRevoke revoke, int draw) {
    if (world.trace.on()) {
      world.trace.add("release " + revoke + " " + revoke.fake.settlements() + " " + draw);
    }
    if (draw < 8) {
      // A queue settles in the order it was asked to.
      if (!world.profile.log()) {
        life.source.allUnanswered().forEach(settle -> life.answer(settle.confirm()));
      }
      life.released(revoke, revoke.fake.release(), true);
    } else if (draw < 9) {
      life.released(revoke, revoke.fake.releaseUnsettled(), false);
    } else {
      life.released(revoke, revoke.fake.releaseUnanswered(), false);
    }
  }

  /** The broker does not wait for the end of a revoke. */
  private void loseSome(ModelRevoke revoke) {
    boolean all = dice.chance(50);
    for (LaneRef ref : revoke.fake.lanes()) {
      life.lose(ref);
      if (!all) {
        return;
      }
    }
    life.revokes.remove(revoke);
  }

  private void lose() {
    LaneModel lane = world.anyLane();
    LaneRef ref = lane.owned;
    if (ref == null) {
      return;
    }
    if (dice.chance(50)) {
      // The broker knows before the worker does.
      if (world.trace.on()) {
        world.trace.add("broker forgets " + ref);
      }
      life.forget(ref);
      handler();
      settle();
    }
    life.lose(ref);
    if (dice.chance(50)) {
      life.assign(lane);
    }
  }

  private void rarely() {
    int draw = dice.below(10);
    if (draw < 3) {
      world.trace.add("a snapshot is taken");
      life.engine.publish();
    } else if (draw < 4) {
      life.stop(StopReason.FATAL);
    } else if (draw < 7) {
      reconnect();
    }
  }

  /** All connections break at once. */
  private void reconnect() {
    for (LaneModel lane : world.lanes) {
      LaneRef ref = lane.owned;
      if (ref != null) {
        life.lose(ref);
        life.assign(lane);
      }
    }
  }
}
