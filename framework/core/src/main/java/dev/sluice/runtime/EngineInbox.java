package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The engine as a source sees it: takes every call on any thread and carries it to the event loop.
 */
final class EngineInbox implements Engine {
  private final PipelineEngine engine;
  private final EventLoop loop;
  private final Clock clock;

  EngineInbox(PipelineEngine engine, EventLoop loop, Clock clock) {
    this.engine = engine;
    this.loop = loop;
    this.clock = clock;
  }

  private void onLoop(Runnable action) {
    loop.execute(action);
  }

  @Override
  public boolean placesLanes() {
    return engine.placesLanes();
  }

  @Override
  public Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at) {
    if (!engine.placesLanes()) {
      onLoop(() -> engine.open(lane, at));
      return Future.succeededFuture(at);
    }
    Promise<ResumePoint> placed = Promise.promise();
    onLoop(() -> engine.place(lane, at).onComplete(placed));
    return placed.future();
  }

  @Override
  public void takenOver(LaneRef lane, OwnerMark previous) {
    onLoop(() -> engine.takenOver(lane, previous));
  }

  @Override
  public Future<Void> batches(Map<LaneRef, Batch> batches) {
    Promise<Void> taken = Promise.promise();
    onLoop(
        () -> {
          batches.forEach(this::offer);
          taken.complete();
        });
    return taken.future();
  }

  private void offer(LaneRef lane, Batch batch) {
    try {
      engine.offer(lane, batch);
    } catch (RuntimeException | Error e) {
      // This lane stops before it passes what it could not take; the others have done nothing.
      engine.fail(lane, e);
    }
  }

  @Override
  public Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within) {
    Promise<List<Settlement>> answer = Promise.promise();
    // The time counts from the source's call, not from when the loop gets to it.
    long deadline = clock.nanos() + within.toNanos();
    onLoop(() -> engine.revoke(lanes, deadline).onComplete(answer));
    return answer.future();
  }

  @Override
  public void lanesReleased(Set<LaneRef> lanes, SettleResult result) {
    onLoop(
        () -> {
          engine.books().answered(result);
          engine.remove(lanes, true);
        });
  }

  @Override
  public void lanesLost(Set<LaneRef> lanes) {
    onLoop(() -> engine.remove(lanes, false));
  }

  @Override
  public void withdrawn(LaneRef lane, Set<Long> positions) {
    onLoop(() -> engine.withdraw(lane, positions));
  }

  @Override
  public void ends(Map<LaneRef, Long> positions) {
    onLoop(() -> positions.forEach(engine::end));
  }

  @Override
  public void laneFailed(LaneRef lane, Throwable cause) {
    onLoop(() -> engine.fail(lane, cause));
  }

  @Override
  public void failed(Throwable cause) {
    onLoop(() -> engine.listener().sourceFailed(cause));
  }
}
