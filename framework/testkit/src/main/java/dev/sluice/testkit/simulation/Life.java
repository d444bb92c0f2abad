package dev.sluice.testkit.simulation;

import dev.sluice.drain.StopReason;
import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.spi.SettleResult;
import dev.sluice.testkit.FakeSettle;
import dev.sluice.testkit.FakeSource;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.ManualLoop;
import dev.sluice.testkit.ManualTimers;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * One life of a worker: the real engine on a loop of its own, until it exits, halts or is killed.
 */
final class Life {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  private static final Executor NO_THREADS =
      task -> {
        throw new IllegalStateException("the model's handler does not block");
      };
  private static final Duration OPEN = Duration.ofSeconds(30);

  static final long NEVER = Long.MAX_VALUE;

  final World world;
  final ManualLoop loop = new ManualLoop();
  final ManualTimers timers;
  final ManualDeadline deadline = new ManualDeadline();
  final FakeSource source;
  final ModelHandler handler;
  final ModelLetters letters;
  final EngineAssembly<Integer> engine;
  final List<ModelRevoke> revokes = new ArrayList<>(2);

  /** When a stop was asked for; {@link Long#MAX_VALUE} while none was. */
  long stopNanos = NEVER;

  /** The engine has heard of it. */
  boolean stopTold;

  /** Settles that the engine knows to be confirmed, in records. */
  long knownSettled;

  /** When a settle last went wrong. */
  long settleTroubleNanos = Long.MIN_VALUE;

  /**
   * An exit code of 3 is no lie, whatever else is seen: time has passed during the stop while the
   * loop had something to do, or a try stopped for a revoke that the stop then found open.
   */
  boolean mayBeCut;

  /**
   * A job was cancelled that a handler had begun: an engine that has handed it back can't know that
   * nobody has to go on with it, and may say that it left something behind.
   */
  boolean startedWasCancelled;

  /** A lane has gone during the stop, and something of a started try was not settled. */
  boolean leftBehind;

  private final Settling settling;
  private boolean gone;

  Life(World world) {
    this.world = world;
    timers = new ManualTimers(world.clock, loop);
    source = new FakeSource(world.broker);
    source.settlesAtOnce(world.knobs.settlesAtOnce);
    settling = new Settling(world);
    source.answerSettles(this::looked);
    handler = new ModelHandler(this);
    letters = new ModelLetters(this);
    engine =
        new EngineAssembly<>(
            world.knobs.figures,
            handler,
            world::decode,
            source,
            new EnginePorts(
                loop,
                world.clock,
                timers,
                Optional.of(letters),
                cause -> false,
                NO_THREADS,
                world.dice,
                deadline,
                NOWHERE));
    loop.run(() -> engine.start(OPEN));
  }

  /** The engine has asked for a settle: it must be of what is done. */
  void looked(FakeSettle settle) {
    if (world.trace.on()) {
      world.trace.add("engine asks to " + settle);
    }
    settling.look(settle.settlements());
  }

  // What the broker does.

  void assign(LaneModel lane) {
    LaneRef ref = source.assign(lane.name);
    lane.owned = ref;
    Carried carried = lane.fake.carried();
    int settled = lane.fake.isLog() ? lane.fake.settledRecords() : 0;
    loop.execute(
        () -> {
          lane.told(ref, settled, world.witness.deliveries());
          for (int i = 0; i < lane.size; i++) {
            world.witness.forget(lane.ids[i]);
          }
          settling.carried(lane, carried);
        });
    if (world.trace.on()) {
      world.trace.add("assign " + ref);
    }
  }

  /** Hands over what a poll brings. */
  void deliver(int max, boolean late, LaneModel... lanes) {
    String[] names = new String[lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      names[i] = lanes[i].name;
      expect(lanes[i], max, late);
    }
    int count = late ? source.deliverLate(max, names) : source.deliver(max, names);
    if (world.trace.on() && count > 0) {
      if (world.trace.on()) {
        world.trace.add("deliver " + count + " records of " + String.join(", ", names));
      }
    }
  }

  private void expect(LaneModel lane, int max, boolean late) {
    if (lane.fake.owned() && (late || !lane.fake.paused())) {
      int[] next = lane.fake.next(max);
      int[] attempts =
          Arrays.stream(next)
              .map(index -> lane.fake.jobs().map(jobs -> jobs.attempts(index) + 1).orElse(0))
              .toArray();
      long generation = lane.fake.generation();
      loop.execute(
          () -> {
            for (int i = 0; i < next.length; i++) {
              if (lane.toldGeneration == generation) {
                int id = lane.ids[next[i]];
                world.witness.delivered(id, lane.fake.isLog());
                world.witness.attempt[id] = attempts[i];
              }
            }
          });
    }
  }

  /** Answers the settle that waits for it. */
  void answer(SettleResult result) {
    if (!result.failed().isEmpty() || !result.stale().isEmpty() || source.closed()) {
      settleTroubleNanos = world.clock.nanos();
    }
    if (!world.profile.log()) {
      revokes.forEach(revoke -> revoke.answered(result));
    }
    // What is posted before may be the end of the time to settle.
    mayBeCut |= stopNanos != NEVER && loop.pending() > 1;
    loop.execute(() -> told(result));
  }

  /** A queue's records are settled one by one: an answer to a revoke leaves out what is asked. */
  private void notSettled(SettleResult result) {
    if (!world.profile.log()) {
      revokes.forEach(revoke -> revoke.told(result));
    }
  }

  private void told(SettleResult result) {
    notSettled(result);
    if (!result.failed().isEmpty()) {
      settleTroubleNanos = world.clock.nanos();
    }
    for (Settlement settlement : result.settled()) {
      knownSettled += world.lane(settlement.lane().name()).toldSettled(settlement);
      if (settlement instanceof Settlement.RetryLater later) {
        settling.told(later);
      }
    }
    for (Settlement settlement : result.stale()) {
      if (world.profile.log()) {
        if (world.lane(settlement.lane().name()).isTold(settlement.lane())) {
          settling.left(world.lane(settlement.lane().name()), false);
        }
        gone(settlement.lane());
      }
    }
  }

  void revoke(long withinNanos, LaneRef... lanes) {
    ModelRevoke revoke =
        new ModelRevoke(
            source.revoke(Duration.ofNanos(withinNanos), lanes), world.clock.nanos() + withinNanos);
    revokes.add(revoke);
    // What it offers must be done.
    revoke.fake.onAnswer(settling::look);
    for (LaneRef ref : lanes) {
      LaneModel lane = world.lane(ref.name());
      lane.owned = null;
      loop.execute(
          () -> {
            if (lane.isTold(ref)) {
              lane.toldRevoking = true;
            }
          });
    }
    if (world.trace.on()) {
      world.trace.add(revoke.toString());
    }
  }

  /** A revoke comes to its end. */
  void released(ModelRevoke revoke, SettleResult result, boolean confirmed) {
    revokes.remove(revoke);
    // What a settle before has left open is settled by nobody any more.
    mayBeCut |= stopNanos != NEVER && revoke.fake.lanes().stream().anyMatch(revoke::leavesOpen);
    mayBeCut |= stopNanos != NEVER && loop.pending() > 1;
    if (!confirmed) {
      settleTroubleNanos = world.clock.nanos();
    }
    for (LaneRef ref : revoke.fake.lanes()) {
      if (!revoke.lost.contains(ref)) {
        boolean orderly = confirmed && !stale(result, ref) && !revoke.leavesOpen(ref);
        settling.left(world.lane(ref.name()), orderly);
      }
    }
    loop.execute(
        () -> {
          told(result);
          revoke.fake.lanes().forEach(this::gone);
        });
  }

  private static boolean stale(SettleResult result, LaneRef ref) {
    for (Settlement settlement : result.stale()) {
      if (settlement.lane().equals(ref)) {
        return true;
      }
    }
    return false;
  }

  /** The broker gives lanes away without a word to this life, which goes on for a while. */
  void forget(LaneRef ref) {
    world.broker.forget(Set.of(ref));
    settling.left(world.lane(ref.name()), false);
  }

  /** The process hears that a lane is gone. */
  void lose(LaneRef ref) {
    LaneModel lane = world.lane(ref.name());
    if (lane.fake.generation() == ref.generation()) {
      settling.left(lane, false);
    }
    if (ref.equals(lane.owned)) {
      lane.owned = null;
    }
    settleTroubleNanos = world.clock.nanos();
    revokes.forEach(revoke -> revoke.lost.add(ref));
    source.lose(Set.of(ref));
    loop.execute(() -> gone(ref));
    if (world.trace.on()) {
      world.trace.add("lose " + ref);
    }
  }

  /** The engine has heard that a lane is gone. */
  private void gone(LaneRef ref) {
    LaneModel lane = world.lane(ref.name());
    if (lane.isTold(ref)) {
      lane.toldGeneration = LaneModel.NOT_TOLD;
      for (int i = 0; i < lane.size; i++) {
        int id = lane.ids[i];
        leftBehind |=
            stopTold && world.witness.touched[id] && !lane.fake.settled(i) && !lane.isCarried(i);
        world.witness.touched[id] = false;
      }
    }
  }

  // What the platform does.

  void stop(StopReason reason) {
    if (stopNanos == NEVER) {
      stopNanos = world.clock.nanos();
      if (world.trace.on()) {
        world.trace.add("stop, " + reason);
      }
      engine.stop(reason);
      loop.execute(this::told);
    }
  }

  /** The engine has heard of the stop. */
  private void told() {
    stopTold = true;
  }

  /** Exited, halted or killed. */
  boolean over() {
    return gone || engine.exit().isComplete() || deadline.halted().isPresent();
  }

  boolean halted() {
    return deadline.halted().isPresent();
  }

  /** Whether every settle since the stop went well. */
  boolean settledWell() {
    return settleTroubleNanos < stopNanos && source.unanswered() == null && revokes.isEmpty();
  }

  /** It is gone, and nothing of it is left but what the broker knows. */
  void die() {
    if (gone) {
      return;
    }
    gone = true;
    boolean orderly = !halted() && engine.exit().isComplete() && settledWell() && !mayBeCut;
    if (world.trace.on()) {
      world.trace.add("the process is gone, exit " + engine.exit() + ", " + deadline.halted());
    }
    for (LaneModel lane : world.lanes) {
      if (lane.toldGeneration != LaneModel.NOT_TOLD || lane.fake.owned()) {
        settling.left(lane, orderly && lane.toldGeneration == lane.fake.generation());
      }
      if (lane.fake.owned()) {
        world.broker.forget(Set.of(new LaneRef(lane.name, lane.fake.generation())));
      }
      lane.forget();
    }
    world.witness.processDied();
    loop.discard();
    timers.discard();
  }
}
