package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the lanes of all handlers of an engine share: places, predecessors, the drain that is on.
 * Confined to the event loop, but for what handler threads read of the drain.
 */
final class EngineHost {
  private static final Logger LOGGER = LoggerFactory.getLogger(PipelineEngine.class);

  private final Source source;
  private final Tally tally;
  private final EngineListener listener;
  private final Map<LaneRef, LaneRun<?>> lanes;
  private final Settler settler;
  private final Revokes revokes;
  private final PlacePool places;
  private final Assurance assurance;
  private final Predicate<LaneRef> taken;
  private final Predecessors predecessors = new Predecessors();
  private final Map<LaneRef, String> halted = new LinkedHashMap<>();

  private volatile long needDeadline = Long.MAX_VALUE;
  private volatile boolean draining;
  private int stuckHandlers;
  private Runnable whenTriesOver;

  /**
   * @param lanes the engine's own map, looked at each time
   * @param taken whether somebody else has taken a lane in the store of transactions
   */
  EngineHost(
      EngineSettings settings,
      EngineDependencies dependencies,
      Tally tally,
      EngineListener listener,
      Map<LaneRef, LaneRun<?>> lanes,
      Settler settler,
      Revokes revokes,
      OwnerMarks marks,
      Predicate<LaneRef> taken) {
    this.taken = taken;
    this.source = dependencies.source();
    this.tally = tally;
    this.listener = listener;
    this.lanes = lanes;
    this.settler = settler;
    this.revokes = revokes;
    this.places = new PlacePool(settings.maxChunks());
    this.assurance =
        new Assurance(
            dependencies.clock(),
            dependencies.timers(),
            dependencies.loop(),
            () -> !lanes.isEmpty(),
            marks::write,
            this::wakeAll);
  }

  boolean draining() {
    return draining;
  }

  long needDeadlineNanos() {
    return needDeadline;
  }

  /** Where each handler gets its share of the tries at once. */
  PlacePool places() {
    return places;
  }

  private void wakeAll() {
    List.copyOf(lanes.values()).forEach(LaneRun::wake);
  }

  boolean assured() {
    return assurance.given();
  }

  void settleSoon() {
    settler.soon();
  }

  void tryOver(LaneRun<?> lane) {
    revokes.tryOver(lane);
    if (whenTriesOver != null && tally.triesInFlight.get() == 0) {
      Runnable action = whenTriesOver;
      whenTriesOver = null;
      action.run();
    }
  }

  void leftBehind() {
    listener.leftBehind();
  }

  void stuckHandlers(int change) {
    stuckHandlers += change;
  }

  void halted(LaneRun<?> lane, String reason) {
    halted.put(lane.ref(), reason);
    source.pause(lane.ref());
    LOGGER.atError().addKeyValue("lane", lane.ref().name()).log("lane stopped: {}", reason);
  }

  boolean mustWait(LaneRun<?> lane) {
    return predecessors.blocks(lane) || taken.test(lane.ref());
  }

  void handlerEnded(LaneRun<?> gone) {
    predecessors.ended(gone);
    lanes.values().stream()
        .filter(lane -> lane.ref().name().equals(gone.ref().name()))
        .forEach(LaneRun::wake);
  }

  // What the engine tells.

  /** The loop turns. */
  void turned() {
    assurance.turned();
  }

  /** A lane is gone; its handlers may not be. */
  void gone(LaneRun<?> lane) {
    halted.remove(lane.ref());
    if (lanes.isEmpty()) {
      assurance.rest();
    }
    predecessors.gone(lane);
  }

  /** From here on no try starts and handlers see a drain. */
  void announceDrain(long needDeadlineNanos) {
    needDeadline = needDeadlineNanos;
    draining = true;
  }

  /** Runs an action once no try is in flight, at once if none is. */
  void whenTriesOver(Runnable action) {
    if (tally.triesInFlight.get() == 0) {
      action.run();
    } else {
      whenTriesOver = action;
    }
  }

  /** Nobody waits for tries any more. */
  void forgetTries() {
    whenTriesOver = null;
  }

  Map<LaneRef, String> halted() {
    return halted;
  }

  /** True while a handler has not come back by limit + commit. */
  boolean stuck() {
    return stuckHandlers > 0;
  }
}
