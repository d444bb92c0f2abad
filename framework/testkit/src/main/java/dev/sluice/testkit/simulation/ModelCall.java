package dev.sluice.testkit.simulation;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.DependencyDown;
import dev.sluice.api.Outcome;
import dev.sluice.api.TryEnded;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Arrays;

/** One call of the handler, which the schedule has end as it likes. */
final class ModelCall {
  final LaneModel lane;
  final long generation;
  final int[] ids;
  final long startedNanos;
  private final World world;
  private final ModelHandler handler;
  private final Chunk<Integer> chunk;
  private final ChunkContext<Integer> context;
  private final Promise<Outcome> outcome = Promise.promise();

  /** So many are processed and the engine has taken note. */
  private int checkpointed;

  private boolean ended;
  private boolean saysDone;
  private Failure failure = Failure.PLAIN;
  private int rejecting;
  private Runnable whenRejected;

  ModelCall(
      World world,
      ModelHandler handler,
      LaneModel lane,
      Chunk<Integer> chunk,
      ChunkContext<Integer> context) {
    this.world = world;
    this.handler = handler;
    this.lane = lane;
    this.generation = lane.toldGeneration;
    this.chunk = chunk;
    this.context = context;
    this.startedNanos = world.clock.nanos();
    this.ids = new int[chunk.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = chunk.get(i).value();
    }
  }

  Future<Outcome> future() {
    return outcome.future();
  }

  /** The handler has come back, whether or not the engine was still waiting. */
  boolean ended() {
    return ended;
  }

  /** The engine waits for it. */
  boolean alive() {
    return !ended && !dead();
  }

  /** The engine has ended it. */
  boolean dead() {
    return context.ended().isComplete();
  }

  /** It has come back with its work done, and the engine has not given it up before. */
  boolean countsAsDone() {
    return saysDone && !dead();
  }

  boolean draining() {
    return context.draining();
  }

  boolean has(int id) {
    for (int candidate : ids) {
      if (candidate == id) {
        return true;
      }
    }
    return false;
  }

  /** How many records have not ended. */
  int left() {
    int left = 0;
    for (int i = 0; i < ids.length; i++) {
      boolean rejected = world.witness.rejected[ids[i]];
      boolean over = rejected && world.witness.over(ids[i], world.knobs);
      left += !over && (rejected || i >= checkpointed) ? 1 : 0;
    }
    return left;
  }

  int done() {
    return checkpointed;
  }

  /** How many records can be processed before one that can't. */
  int processable() {
    for (int i = 0; i < ids.length; i++) {
      if (world.witness.kind[ids[i]] == Witness.POISON && !world.witness.rejected[ids[i]]) {
        return i;
      }
    }
    return ids.length;
  }

  /** The handler says that so many records are processed. */
  void checkpoint(int records) {
    boolean dead = dead();
    try {
      context.checkpoint(chunk.get(records - 1));
      if (dead) {
        world.violate(Invariant.DEAD_IS_DEAD, "a checkpoint of " + this + " was accepted");
        return;
      }
      markDone(records);
    } catch (TryEnded e) {
      if (!dead && !ended) {
        world.violate(Invariant.DEAD_IS_DEAD, "a checkpoint of " + this + " was refused: " + e);
      }
    }
  }

  /** The handler gives a record up, and waits for that to come to its end or does not. */
  void reject(int index) {
    boolean dead = dead();
    try {
      if (!dead) {
        world.witness.rejected[ids[index]] = true;
        rejecting++;
      }
      context
          .reject(chunk.get(index), new World.Planned("rejected"))
          .onComplete(ended -> rejectionEnded());
      if (dead) {
        world.violate(Invariant.DEAD_IS_DEAD, "a rejection by " + this + " was accepted");
      }
    } catch (TryEnded e) {
      if (!dead && !ended) {
        world.violate(Invariant.DEAD_IS_DEAD, "a rejection by " + this + " was refused: " + e);
      }
    }
  }

  private void rejectionEnded() {
    rejecting--;
    if (rejecting == 0 && whenRejected != null) {
      // Behind the engine's own look at the try, which is next.
      handler.loop().execute(whenRejected);
      whenRejected = null;
    }
  }

  /** Whether a record can be rejected: it has not ended in this try. */
  boolean rejectable(int index) {
    return index >= checkpointed && !world.witness.rejected[ids[index]];
  }

  private void markDone(int records) {
    for (int i = checkpointed; i < records; i++) {
      if (!world.witness.rejected[ids[i]]) {
        handler.done(ids[i], this);
      }
    }
    checkpointed = Math.max(checkpointed, records);
  }

  /** The handler is back with an outcome, processed or not as it says. */
  void end(Outcome with) {
    leave();
    saysDone = with == Outcome.DONE;
    ending();
    outcome.complete(with);
    whenLookedAt(() -> heard(with));
  }

  /** Behind the engine's own look at it: by then it was in time or it was not. */
  private void whenLookedAt(Runnable action) {
    if (rejecting > 0) {
      whenRejected = action;
    } else {
      handler.loop().execute(action);
    }
  }

  /** Completed inside the call itself: the engine's look at it is posted next, behind this one. */
  void endAtOnce(Outcome with) {
    leave();
    saysDone = with == Outcome.DONE;
    ending();
    outcome.complete(with);
    handler
        .loop()
        .execute(
            () -> {
              handler.loop().turn();
              heard(with);
            });
  }

  private void ending() {
    for (int id : ids) {
      world.witness.ending[id] = this;
    }
  }

  private void notEnding() {
    for (int id : ids) {
      if (world.witness.ending[id] == this) {
        world.witness.ending[id] = null;
      }
    }
  }

  private void heard(Outcome with) {
    notEnding();
    if (lane.toldGeneration != generation) {
      return; // The engine has not looked at it before its lane was gone: nothing of it counts.
    }
    if (dead()) {
      // Given up before: for the engine that is a failure, whatever the handler says.
      countFailure();
    } else if (with == Outcome.DONE) {
      markDone(ids.length);
    } else if (draining()) {
      handler.stopped();
      for (int i = checkpointed; i < ids.length; i++) {
        world.witness.touched[ids[i]] = false;
      }
    } else {
      countFailure();
    }
  }

  void fail(Failure with) {
    leave();
    failure = with;
    ending();
    outcome.fail(with.thrown());
    whenLookedAt(this::failed);
  }

  /** What the engine takes the failure for: after its limit it is that. */
  Failure failure() {
    return dead() ? Failure.PLAIN : failure;
  }

  /** Thrown out of the call itself: the engine's look at it is posted next, behind this one. */
  void failAtOnce() {
    leave();
    ending();
    handler
        .loop()
        .execute(
            () -> {
              handler.loop().turn();
              failed();
            });
  }

  private void failed() {
    notEnding();
    countFailure();
  }

  /** Something the handler needs is away: no attempt is counted. */
  void down() {
    leave();
    ending();
    outcome.fail(new Down());
    whenLookedAt(
        () -> {
          notEnding();
          if (dead()) {
            countFailure();
          }
        });
  }

  private static final class Down extends DependencyDown {
    private static final long serialVersionUID = 1L;

    Down() {
      super("planned");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private void countFailure() {
    if (lane.toldGeneration != generation) {
      return; // The books of its lane are closed.
    }
    boolean alone = left() == 1;
    for (int i = checkpointed; i < ids.length; i++) {
      world.witness.failed[ids[i]]++;
      world.witness.alone[ids[i]] = alone;
      world.witness.failure[ids[i]] = failure();
    }
  }

  private void leave() {
    ended = true;
    for (int id : ids) {
      world.witness.inside[id]--;
    }
    handler.left(this);
  }

  @Override
  public String toString() {
    return lane.name + "@" + generation + Arrays.toString(ids);
  }
}
