package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes down what it is given, and settles nothing. Safe from any thread. */
final class TakingEngine implements Engine {
  private final Queue<LaneRef> opened = new ConcurrentLinkedQueue<>();
  private final Queue<LaneRef> lost = new ConcurrentLinkedQueue<>();
  private final Queue<String> texts = new ConcurrentLinkedQueue<>();
  private final Queue<Long> positions = new ConcurrentLinkedQueue<>();
  private final Queue<Long> withdrawn = new ConcurrentLinkedQueue<>();
  private final AtomicInteger throwing = new AtomicInteger();

  /** Throws instead of taking the next batches. */
  TakingEngine throwing(int batches) {
    throwing.set(batches);
    return this;
  }

  List<LaneRef> opened() {
    return List.copyOf(opened);
  }

  List<LaneRef> lost() {
    return List.copyOf(lost);
  }

  List<String> texts() {
    return List.copyOf(texts);
  }

  List<Long> positions() {
    return List.copyOf(positions);
  }

  List<Long> withdrawn() {
    return List.copyOf(withdrawn);
  }

  @Override
  public Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at) {
    opened.add(lane);
    return Future.succeededFuture(at);
  }

  @Override
  public Future<Void> batches(Map<LaneRef, Batch> batches) {
    if (throwing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("as the test says");
    }
    for (Batch batch : batches.values()) {
      for (int i = 0; i < batch.size(); i++) {
        positions.add(batch.position(i));
        texts.add(new String(batch.value(i), StandardCharsets.UTF_8));
      }
    }
    return Future.succeededFuture();
  }

  @Override
  public void lanesLost(Set<LaneRef> lanes) {
    lost.addAll(lanes);
  }

  @Override
  public void withdrawn(LaneRef lane, Set<Long> taken) {
    withdrawn.addAll(taken);
  }

  @Override
  public void takenOver(LaneRef lane, OwnerMark previous) {
    throw new AssertionError("a queue keeps no marks");
  }

  @Override
  public Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within) {
    throw new AssertionError("nobody revokes a queue");
  }

  @Override
  public void lanesReleased(Set<LaneRef> lanes, SettleResult result) {
    throw new AssertionError("nobody revokes a queue");
  }

  @Override
  public void ends(Map<LaneRef, Long> ends) {
    // Not looked at.
  }

  @Override
  public void laneFailed(LaneRef lane, Throwable cause) {
    throw new AssertionError(cause);
  }

  @Override
  public void failed(Throwable cause) {
    throw new AssertionError(cause);
  }
}
