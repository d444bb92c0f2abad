package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An engine that writes down what a source tells it and does what the test says: takes batches or
 * not, answers revokes at once or when the test does. Safe from any thread.
 */
final class RecordingEngine implements Engine {

  /** One batch as it arrived. */
  record Delivery(LaneRef lane, List<Long> positions, List<String> values, long next) {}

  /** A revoke that waits for the test's answer. */
  record HeldRevoke(Set<LaneRef> lanes, Duration within, Promise<List<Settlement>> answer) {}

  /** A revoke whose last settle is over. */
  record Release(Set<LaneRef> lanes, SettleResult result) {}

  private final Map<LaneRef, Long> opened = new LinkedHashMap<>();
  private final Map<String, LaneRef> owned = new HashMap<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final List<HeldRevoke> held = new ArrayList<>();
  private final List<Release> released = new ArrayList<>();
  private final Map<LaneRef, ResumePoint> points = new HashMap<>();
  private final List<LaneRef> lost = new ArrayList<>();
  private final Map<LaneRef, Long> ends = new HashMap<>();
  private final Map<LaneRef, Throwable> failedLanes = new HashMap<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final Map<LaneRef, Promise<ResumePoint>> unplaced = new LinkedHashMap<>();
  private int turns;
  private boolean placing;
  private boolean holdingRevokes;
  private Promise<Void> blocked;

  /** From here on revokes wait for the test. */
  synchronized void holdRevokes() {
    holdingRevokes = true;
  }

  /** From here on no batch is taken: the event loop is blocked. */
  synchronized void block() {
    blocked = Promise.promise();
  }

  /** Takes what has come since {@link #block} and all that follows; nothing if not blocked. */
  void unblock() {
    Promise<Void> waiting;
    synchronized (this) {
      waiting = blocked;
      blocked = null;
    }
    if (waiting != null) {
      waiting.complete();
    }
  }

  /** From here on lanes wait for the test to say where they go on. */
  synchronized void placeLanes() {
    placing = true;
  }

  /** Lanes that wait to be told where they go on. */
  synchronized List<LaneRef> unplaced() {
    return unplaced.keySet().stream().filter(lane -> owned.containsValue(lane)).toList();
  }

  /** Says where a lane goes on. */
  void place(LaneRef lane, long position) {
    Promise<ResumePoint> answer;
    synchronized (this) {
      opened.put(lane, position);
      answer = unplaced.remove(lane);
    }
    answer.complete(ResumePoint.at(position));
  }

  @Override
  public synchronized boolean placesLanes() {
    return placing;
  }

  @Override
  public synchronized Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at) {
    opened.put(lane, at.position());
    points.put(lane, at);
    owned.put(lane.name(), lane);
    if (!placing) {
      return Future.succeededFuture(at);
    }
    Promise<ResumePoint> answer = Promise.promise();
    unplaced.put(lane, answer);
    return answer.future();
  }

  @Override
  public void takenOver(LaneRef lane, OwnerMark previous) {
    throw new AssertionError("Kafka's marks come with their lanes");
  }

  @Override
  public synchronized Future<Void> batches(Map<LaneRef, Batch> batches) {
    turns++;
    batches.forEach((lane, batch) -> deliveries.add(delivery(lane, batch)));
    return blocked == null ? Future.succeededFuture() : blocked.future();
  }

  private static Delivery delivery(LaneRef lane, Batch batch) {
    List<Long> positions = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      positions.add(batch.position(i));
      values.add(new String(batch.value(i), StandardCharsets.UTF_8));
    }
    return new Delivery(lane, positions, values, batch.nextPosition());
  }

  @Override
  public synchronized Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within) {
    if (holdingRevokes) {
      Promise<List<Settlement>> answer = Promise.promise();
      held.add(new HeldRevoke(Set.copyOf(lanes), within, answer));
      return answer.future();
    }
    List<Settlement> settlements = new ArrayList<>();
    lanes.stream()
        .filter(lane -> next(lane) > opened.get(lane))
        .map(this::done)
        .forEach(settlements::add);
    return Future.succeededFuture(settlements);
  }

  @Override
  public synchronized void lanesReleased(Set<LaneRef> lanes, SettleResult result) {
    released.add(new Release(Set.copyOf(lanes), result));
    lanes.forEach(lane -> owned.remove(lane.name(), lane));
  }

  @Override
  public synchronized void lanesLost(Set<LaneRef> lanes) {
    lost.addAll(lanes);
    lanes.forEach(lane -> owned.remove(lane.name(), lane));
  }

  @Override
  public void withdrawn(LaneRef lane, Set<Long> positions) {
    throw new AssertionError("Kafka wants no record back");
  }

  @Override
  public synchronized void ends(Map<LaneRef, Long> positions) {
    ends.putAll(positions);
  }

  @Override
  public synchronized void laneFailed(LaneRef lane, Throwable cause) {
    failedLanes.put(lane, cause);
  }

  @Override
  public synchronized void failed(Throwable cause) {
    failures.add(cause);
  }

  /** The lanes that are owned now. */
  synchronized Set<LaneRef> lanes() {
    return Set.copyOf(owned.values());
  }

  /** The lane of that name if it is owned now, otherwise null. */
  synchronized LaneRef lane(String name) {
    return owned.get(name);
  }

  /** Everything a lane was opened with. */
  synchronized ResumePoint point(LaneRef lane) {
    return points.get(lane);
  }

  /** Where a lane was opened. */
  synchronized long openedAt(LaneRef lane) {
    return opened.get(lane);
  }

  synchronized List<LaneRef> everOpened() {
    return List.copyOf(opened.keySet());
  }

  /** The position after what was delivered of a lane. */
  synchronized long next(LaneRef lane) {
    return deliveries.stream()
        .filter(delivery -> delivery.lane().equals(lane))
        .reduce((first, last) -> last)
        .map(Delivery::next)
        .orElse(opened.get(lane));
  }

  /** Everything that was delivered of a lane is done. */
  synchronized Settlement done(LaneRef lane) {
    return done(lane, next(lane));
  }

  /** A lane is done up to a position. */
  synchronized Settlement done(LaneRef lane, long next) {
    long records =
        deliveries.stream()
            .filter(delivery -> delivery.lane().equals(lane))
            .flatMap(delivery -> delivery.positions().stream())
            .filter(position -> position < next)
            .count();
    return new Settlement.Done(lane, opened.get(lane), next, records);
  }

  synchronized List<Delivery> deliveries(LaneRef lane) {
    return deliveries.stream().filter(delivery -> delivery.lane().equals(lane)).toList();
  }

  /** The values of a lane in the order of their arrival. */
  List<String> values(LaneRef lane) {
    return deliveries(lane).stream().flatMap(delivery -> delivery.values().stream()).toList();
  }

  /** The positions of a lane in the order of their arrival. */
  List<Long> positions(LaneRef lane) {
    return deliveries(lane).stream().flatMap(delivery -> delivery.positions().stream()).toList();
  }

  /** The values of all lanes in the order of their arrival. */
  synchronized List<String> values() {
    return deliveries.stream().flatMap(delivery -> delivery.values().stream()).toList();
  }

  /** How often batches were handed over, those of some lanes at once. */
  synchronized int turnCount() {
    return turns;
  }

  synchronized int batchCount() {
    return deliveries.size();
  }

  synchronized List<HeldRevoke> held() {
    return List.copyOf(held);
  }

  synchronized List<Release> released() {
    return List.copyOf(released);
  }

  synchronized List<LaneRef> lost() {
    return List.copyOf(lost);
  }

  synchronized Map<LaneRef, Long> ends() {
    return Map.copyOf(ends);
  }

  synchronized Map<LaneRef, Throwable> failedLanes() {
    return Map.copyOf(failedLanes);
  }

  synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }
}
