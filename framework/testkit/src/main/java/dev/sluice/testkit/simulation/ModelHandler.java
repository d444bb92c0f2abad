package dev.sluice.testkit.simulation;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.Ordering;
import dev.sluice.testkit.ManualLoop;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The handler of one process: looks at how it is called, and leaves the end to the schedule. */
final class ModelHandler implements ChunkHandler<Integer> {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(60));

  private final World world;
  private final Life life;
  private final List<ModelCall> open = new ArrayList<>();
  private boolean calm;

  ModelHandler(Life life) {
    this.life = life;
    this.world = life.world;
  }

  ManualLoop loop() {
    return life.loop;
  }

  /** A try has stopped at a checkpoint, because of the worker's stop or only of a revoke. */
  void stopped() {
    life.mayBeCut |= !life.stopTold;
  }

  /** Calls whose handler has not come back. */
  List<ModelCall> running() {
    return open;
  }

  /** From now on calls end at once, as well as their records allow. */
  void calm() {
    calm = true;
  }

  @Override
  public TaskLimits limits() {
    return LIMITS;
  }

  @Override
  public Future<Outcome> handle(Chunk<Integer> chunk, ChunkContext<Integer> context) {
    LaneModel lane = world.lane(chunk.lane());
    ModelCall call = new ModelCall(world, this, lane, chunk, context);
    look(call);
    for (int id : call.ids) {
      enter(id, call);
    }
    if (world.trace.on()) {
      world.trace.add("handler called with " + call + ", attempt " + chunk.attempt());
    }
    open.add(call);
    return calm ? well(call) : atOnce(call);
  }

  private static Future<Outcome> well(ModelCall call) {
    if (call.processable() == call.ids.length) {
      call.endAtOnce(Outcome.DONE);
    } else {
      call.fail(Failure.PLAIN);
    }
    return call.future();
  }

  /** Some calls end before they return, well or badly. */
  private Future<Outcome> atOnce(ModelCall call) {
    int draw = world.dice.below(20);
    if (draw == 0 && call.processable() == call.ids.length) {
      world.trace.add("it is done at once");
      call.endAtOnce(Outcome.DONE);
    } else if (draw == 1) {
      world.trace.add("it throws");
      call.failAtOnce();
      throw new World.Planned("thrown");
    }
    return call.future();
  }

  private void look(ModelCall call) {
    LaneModel lane = call.lane;
    if (life.stopTold || lane.toldGeneration == LaneModel.NOT_TOLD || lane.toldRevoking) {
      world.violate(Invariant.NOTHING_STARTS_LATE, call + " was started");
    }
    if (open.size() >= world.knobs.maxChunks) {
      world.violate(Invariant.BOUNDED, call + " is one try too many");
    }
    if (call.ids.length > world.knobs.chunkRecords) {
      world.violate(Invariant.BOUNDED, call + " is too large");
    }
  }

  private void enter(int id, ModelCall call) {
    Witness witness = world.witness;
    witness.rejected[id] = false;
    witness.buried[id] = false;
    if (witness.inside[id]++ != 0) {
      world.violate(Invariant.ONE_TRY_AT_A_TIME, "record " + id + " of " + call);
    }
    if (witness.done[id]) {
      world.violate(Invariant.DONE_ONCE, "record " + id + " of " + call + " is done");
    }
    if (witness.everDone[id]) {
      if (!witness.excused[id]) {
        world.violate(Invariant.DONE_ONCE, "record " + id + " of " + call + " was done before");
      }
      witness.everDone[id] = false;
      witness.excused[id] = false;
    }
    witness.touched[id] = true;
    witness.calls[id]++;
    inOrder(id, call);
  }

  /** Whatever was delivered before it, and must be kept in order with it, must have ended. */
  private void inOrder(int id, ModelCall call) {
    Ordering ordering = world.profile.ordering();
    if (ordering == Ordering.NONE) {
      return;
    }
    Witness witness = world.witness;
    LaneModel lane = call.lane;
    for (int i = 0; i < lane.size; i++) {
      int before = lane.ids[i];
      if (witness.delivery[before] < witness.delivery[id]
          && witness.delivery[before] > lane.toldSince
          && (ordering == Ordering.LANE || witness.key[before] == witness.key[id])
          && !lane.fake.settled(i)
          && !witness.settleable(before)
          && !witness.passable(before, world.knobs)
          && !stands(call, before, id)) {
        world.violate(Invariant.ORDER, id + " of " + call + " before " + before);
      }
    }
  }

  /** Whether a record stands before another in the same chunk. */
  private static boolean stands(ModelCall call, int before, int id) {
    for (int candidate : call.ids) {
      if (candidate == before) {
        return true;
      }
      if (candidate == id) {
        return false;
      }
    }
    return false;
  }

  /** A record is processed and the engine has taken note. */
  void done(int id, ModelCall call) {
    world.witness.done(id);
    if (!call.lane.fake.owned(call.generation)) {
      // Its lane is somebody else's already, the engine only has not heard.
      world.witness.excused[id] = true;
    }
  }

  void left(ModelCall call) {
    open.remove(call);
  }
}
