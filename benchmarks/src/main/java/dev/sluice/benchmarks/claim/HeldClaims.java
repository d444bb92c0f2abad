package dev.sluice.benchmarks.claim;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * In place of the engine: takes what a source has claimed only when it is told to, so that the
 * source claims again just then. Thread-safe.
 */
final class HeldClaims implements Engine {
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

  /**
   * One claim, which the source waits to be rid of.
   *
   * @param nanos when it came
   */
  record Held(LaneRef lane, Batch batch, long nanos, Promise<Void> taken) {

    Settlement done() {
      return new Settlement.Done(lane, batch.position(0), batch.nextPosition(), batch.size());
    }
  }

  /** The next claim. Blocks. */
  Held next() throws InterruptedException {
    return held.take();
  }

  @Override
  public Future<Void> batches(Map<LaneRef, Batch> batches) {
    long nanos = System.nanoTime();
    Promise<Void> taken = Promise.promise();
    batches.forEach((lane, batch) -> held.add(new Held(lane, batch, nanos, taken)));
    return taken.future();
  }

  @Override
  public Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at) {
    return Future.succeededFuture(at);
  }

  @Override
  public void takenOver(LaneRef lane, OwnerMark previous) {}

  @Override
  public Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within) {
    throw new IllegalStateException("revoked: " + lanes);
  }

  @Override
  public void lanesReleased(Set<LaneRef> lanes, SettleResult result) {}

  @Override
  public void lanesLost(Set<LaneRef> lanes) {
    System.err.println("lost, so the figures are worth nothing: " + lanes);
  }

  @Override
  public void withdrawn(LaneRef lane, Set<Long> positions) {}

  @Override
  public void ends(Map<LaneRef, Long> positions) {}

  @Override
  public void laneFailed(LaneRef lane, Throwable cause) {
    failed(cause);
  }

  @Override
  public void failed(Throwable cause) {
    System.err.println("the source has failed: " + cause);
  }
}
