package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lanes of one handler and what they share among them: places, back-pressure, outages. What
 * goes wrong or is slow in one handler stays with it. Confined to the event loop, but for what
 * handler threads read of the drain.
 */
final class TaskLanes<T> implements LaneHost<T> {
  private final EngineHost engine;
  private final Map<LaneRef, LaneRun<T>> lanes = new LinkedHashMap<>();
  private final Appetite<T> appetite;
  private final Places places;
  private final Outage<T> outage;
  private final LaneParts<T> parts;

  /**
   * @param settings this handler's share
   * @param burials of the whole engine
   */
  TaskLanes(
      EngineTask<T> task,
      EngineSettings settings,
      EngineDependencies dependencies,
      Backoff backoff,
      Burials burials,
      Optional<Transacting> transacting,
      Tally tally,
      EngineHost engine) {
    this.engine = engine;
    this.appetite = new Appetite<>(settings, dependencies.source(), lanes.values());
    this.places = engine.places().share();
    this.outage =
        new Outage<>(
            backoff,
            dependencies.clock(),
            dependencies.timers(),
            () -> appetite.suspend(true),
            this::dependencyIsBack);
    TaskSettings figures = task.settings();
    this.parts =
        new LaneParts<>(
            settings,
            figures,
            dependencies.clock(),
            dependencies.timers(),
            dependencies.loop(),
            new TryLauncher<>(
                figures.handler(),
                task.task(),
                figures.limit(),
                dependencies.clock(),
                dependencies.loop(),
                dependencies.threads()),
            new TryLimits(figures.limit(), dependencies.clock(), dependencies.timers()),
            new ChunkDecoding<>(task.decoder(), transacting.filter(Transacting::byId).isPresent()),
            new FailurePolicy(settings.failures(), backoff, dependencies.dependencyDown()),
            burials,
            transacting,
            tally,
            this);
  }

  /** Takes a lane in. */
  LaneRun<T> open(LaneRef ref, ResumePoint at) {
    LaneRun<T> lane = new LaneRun<>(ref, at, parts);
    lanes.put(ref, lane);
    if (outage.down()) {
      appetite.suspend(true);
    }
    return lane;
  }

  /** A lane is gone, if it was of this handler. */
  void forget(LaneRef gone) {
    lanes.remove(gone);
  }

  /** For how long a dependency of the handler has been down, if one is. */
  Optional<Duration> outageAge() {
    return outage.age();
  }

  private void dependencyIsBack() {
    if (!engine.draining()) {
      appetite.suspend(false);
      List.copyOf(lanes.values()).forEach(LaneRun::wake);
    }
  }

  @Override
  public boolean draining() {
    return engine.draining();
  }

  @Override
  public long needDeadlineNanos() {
    return engine.needDeadlineNanos();
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

  @Override
  public boolean assured() {
    return engine.assured();
  }

  @Override
  public void settleSoon() {
    engine.settleSoon();
  }

  @Override
  public void tryOver(LaneRun<T> lane) {
    engine.tryOver(lane);
  }

  @Override
  public void leftBehind() {
    engine.leftBehind();
  }

  @Override
  public void stuckHandlers(int change) {
    engine.stuckHandlers(change);
  }

  @Override
  public void halted(LaneRun<T> lane, String reason) {
    engine.halted(lane, reason);
  }

  @Override
  public void holds(LaneRun<T> lane) {
    appetite.changed(lane, engine.draining());
  }

  @Override
  public boolean mustWait(LaneRun<T> lane) {
    return engine.mustWait(lane);
  }

  @Override
  public void handlerEnded(LaneRun<T> gone) {
    engine.handlerEnded(gone);
  }
}
