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
 * What the lanes of an engine share and ask for: places, back-pressure, outages, the drain that is
 * on. Confined to the event loop, but for what handler threads read of the drain.
 */
final class EngineHost<T> implements LaneHost<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(PipelineEngine.class);

  private final Source source;
  private final Tally tally;
  private final EngineListener listener;
  private final Map<LaneRef, LaneRun<T>> lanes;
  private final Settler settler;
  private final Revokes<T> revokes;
  private final Appetite<T> appetite;
  private final Places places;
  private final Outage<T> outage;
  private final Assurance assurance;
  private final Predicate<LaneRef> taken;
  private final Predecessors<T> predecessors = new Predecessors<>();
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
      Backoff backoff,
      Tally tally,
      EngineListener listener,
      Map<LaneRef, LaneRun<T>> lanes,
      Settler settler,
      Revokes<T> revokes,
      OwnerMarks marks,
      Predicate<LaneRef> taken) {
    this.taken = taken;
    this.source = dependencies.source();
    this.tally = tally;
    this.listener = listener;
    this.lanes = lanes;
    this.settler = settler;
    this.revokes = revokes;
    this.appetite = new Appetite<>(settings, source, lanes.values());
    this.places = new Places(settings.maxChunks());
    this.outage =
        new Outage<>(
            backoff,
            dependencies.clock(),
            dependencies.timers(),
            () -> appetite.suspend(true),
            this::dependencyIsBack);
    this.assurance =
        new Assurance(
            dependencies.clock(),
            dependencies.timers(),
            dependencies.loop(),
            () -> !lanes.isEmpty(),
            marks::write,
            this::wakeAll);
  }

  @Override
  public boolean draining() {
    return draining;
  }

  @Override
  public long needDeadlineNanos() {
    return needDeadline;
  }

  @Override
  public boolean admit(Places.Waiter asking) {
    return places.take(asking);
  }

  @Override
  public void leave() {
    places.give();
  }

  @Override
  public void occupy() {
    places.occupy();
  }

  @Override
  public void forget(Places.Waiter gone) {
    places.forget(gone);
  }

  @Override
  public Outage<T> outage() {
    return outage;
  }

  private void dependencyIsBack() {
    if (!draining) {
      appetite.suspend(false);
      wakeAll();
    }
  }

  private void wakeAll() {
    List.copyOf(lanes.values()).forEach(LaneRun::wake);
  }

  @Override
  public boolean assured() {
    return assurance.given();
  }

  @Override
  public void settleSoon() {
    settler.soon();
  }

  @Override
  public void tryOver(LaneRun<T> lane) {
    revokes.tryOver(lane);
    if (whenTriesOver != null && tally.triesInFlight.get() == 0) {
      Runnable action = whenTriesOver;
      whenTriesOver = null;
      action.run();
    }
  }

  @Override
  public void leftBehind() {
    listener.leftBehind();
  }

  @Override
  public void stuckHandlers(int change) {
    stuckHandlers += change;
  }

  @Override
  public void halted(LaneRun<T> lane, String reason) {
    halted.put(lane.ref(), reason);
    source.pause(lane.ref());
    LOGGER.atError().addKeyValue("lane", lane.ref().name()).log("lane stopped: {}", reason);
  }

  @Override
  public void holds(LaneRun<T> lane) {
    appetite.changed(lane, draining);
  }

  @Override
  public boolean mustWait(LaneRun<T> lane) {
    return predecessors.blocks(lane) || taken.test(lane.ref());
  }

  @Override
  public void handlerEnded(LaneRun<T> gone) {
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

  /** A lane has been opened. */
  void opened() {
    if (outage.down()) {
      appetite.suspend(true);
    }
  }

  /** A lane is gone; its handlers may not be. */
  void gone(LaneRun<T> lane) {
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
