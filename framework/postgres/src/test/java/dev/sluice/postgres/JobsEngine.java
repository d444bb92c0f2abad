package dev.sluice.postgres;

import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Header;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;

/** An engine that writes down what the source tells it. Safe from any thread. */
final class JobsEngine implements Engine {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** One job as it arrived. */
  record Delivery(
      LaneRef lane,
      long position,
      String key,
      String value,
      long timestamp,
      int bytes,
      List<Header> headers,
      Optional<String> resumeState,
      String id) {

    /** The text of a header, if there is one. */
    Optional<String> header(String name) {
      return headers.stream()
          .filter(header -> header.name().equals(name))
          .findFirst()
          .map(header -> text(header.value()));
    }
  }

  private final List<LaneRef> opened = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final List<OwnerMark> takenOver = new ArrayList<>();
  private final List<LaneRef> lost = new ArrayList<>();
  private final Set<Long> withdrawn = new TreeSet<>();
  private volatile CountDownLatch frozen;
  private volatile boolean inside;

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** From the next batch on the source's own thread stands still, as that of a paused process. */
  void freeze() {
    frozen = new CountDownLatch(1);
  }

  boolean standsStill() {
    return inside;
  }

  void thaw() {
    CountDownLatch latch = frozen;
    frozen = null;
    if (latch != null) {
      latch.countDown();
    }
  }

  @Override
  public synchronized Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at) {
    opened.add(lane);
    return Future.succeededFuture(at);
  }

  @Override
  public synchronized void takenOver(LaneRef lane, OwnerMark previous) {
    takenOver.add(previous);
  }

  @Override
  public Future<Void> batches(Map<LaneRef, Batch> batches) {
    synchronized (this) {
      batches.forEach(this::take);
    }
    CountDownLatch latch = frozen;
    if (latch != null) {
      inside = true;
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      inside = false;
    }
    return Future.succeededFuture();
  }

  private void take(LaneRef lane, Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      deliveries.add(
          new Delivery(
              lane,
              batch.position(i),
              text(batch.key(i)),
              text(batch.value(i)),
              batch.timestamp(i),
              batch.bytes(i),
              batch.headers(i),
              state(batch, batch.position(i)),
              batch.id(i).orElseThrow()));
    }
  }

  private static Optional<String> state(Batch batch, long position) {
    return batch.states().stream()
        .filter(state -> state.position() == position)
        .findFirst()
        .map(state -> text(state.state()));
  }

  @Override
  public Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within) {
    throw new AssertionError("jobs are never revoked");
  }

  @Override
  public void lanesReleased(Set<LaneRef> lanes, SettleResult result) {
    throw new AssertionError("jobs are never revoked");
  }

  @Override
  public synchronized void lanesLost(Set<LaneRef> lanes) {
    lost.addAll(lanes);
  }

  @Override
  public synchronized void withdrawn(LaneRef lane, Set<Long> positions) {
    withdrawn.addAll(positions);
  }

  /** The positions that the source has wanted back. */
  synchronized Set<Long> withdrawn() {
    return Set.copyOf(withdrawn);
  }

  @Override
  public void ends(Map<LaneRef, Long> positions) {}

  @Override
  public void laneFailed(LaneRef lane, Throwable cause) {
    throw new AssertionError("a lane of jobs never fails", cause);
  }

  @Override
  public void failed(Throwable cause) {
    throw new AssertionError("the source is never broken for good", cause);
  }

  /** The lanes in the order in which they were opened. */
  synchronized List<LaneRef> opened() {
    return List.copyOf(opened);
  }

  /** The lane that was opened last. */
  synchronized LaneRef lane() {
    return opened.get(opened.size() - 1);
  }

  /** The marks of owners whose jobs have come. */
  synchronized List<OwnerMark> takenOver() {
    return List.copyOf(takenOver);
  }

  synchronized List<LaneRef> lost() {
    return List.copyOf(lost);
  }

  synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  List<String> values() {
    return deliveries().stream().map(Delivery::value).toList();
  }

  List<Delivery> awaitDeliveries(int count) {
    await().atMost(PATIENCE).until(() -> deliveries().size() >= count);
    return deliveries();
  }

  LaneRef awaitGeneration(long generation) {
    return await().atMost(PATIENCE).until(this::lane, lane -> lane.generation() >= generation);
  }
}
