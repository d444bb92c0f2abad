package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A source with a broker in memory. Everything it tells the engine comes from its own thread, as a
 * real client's callbacks do; its answers come at once or when a test says so.
 */
final class FakeSource implements Source, AutoCloseable {

  private final FakeBroker broker;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(body -> new Thread(body, "fake-source"));
  private final AtomicLong tasks = new AtomicLong();
  private final List<FakeSettle> settles = new CopyOnWriteArrayList<>();
  private final List<OwnerMark> marks = new CopyOnWriteArrayList<>();
  private final Promise<Void> intakeStopped = Promise.promise();
  private final AtomicLong delivered = new AtomicLong();

  private volatile Engine engine;
  private volatile Consumer<FakeSettle> onSettle = FakeSettle::confirm;
  private volatile boolean holdStopIntake;
  private volatile boolean throwOnStopIntake;
  private volatile boolean throwOnIdleness;
  private volatile boolean breakIdleness;
  private volatile boolean stopIntakeAsked;
  private volatile boolean closed;
  private volatile Idleness idleness = Idleness.IDLE;

  FakeSource(FakeBroker broker) {
    this.broker = broker;
  }

  FakeBroker broker() {
    return broker;
  }

  // What tests do.

  /** Connects to an engine without anything asynchronous. */
  void attach(Engine deliverTo) {
    engine = deliverTo;
  }

  /** Answers settles only when told to. */
  void holdSettles() {
    onSettle = settle -> {};
  }

  /** Answers settles by itself, in this way. */
  void answerSettles(Consumer<FakeSettle> how) {
    onSettle = how;
  }

  /** The marks that were left, in their order. */
  List<OwnerMark> marks() {
    return marks;
  }

  /** Never says that intake has stopped. */
  void holdStopIntake() {
    holdStopIntake = true;
  }

  void throwOnStopIntake() {
    throwOnStopIntake = true;
  }

  void idleness(Idleness now) {
    idleness = now;
  }

  void breakIdleness(boolean now) {
    breakIdleness = now;
  }

  void throwOnIdleness(boolean now) {
    throwOnIdleness = now;
  }

  FakeTopic topic(String lane) {
    return broker.topic(lane);
  }

  /** Gives a lane to the worker, from its committed position. */
  LaneRef assign(String lane) {
    LaneRef ref = broker.assign(lane);
    long position = topic(lane).committed();
    inOwnThread(() -> engine.laneOpened(ref, ResumePoint.at(position)));
    return ref;
  }

  /** Hands over what one poll of some lanes brings; lanes that are not owned bring nothing. */
  void poll(int maxPerLane, String... lanes) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    synchronized (broker) {
      for (String lane : lanes) {
        FakeTopic topic = topic(lane);
        if (topic.isOwned()) {
          topic
              .poll(maxPerLane)
              .ifPresent(batch -> batches.put(new LaneRef(lane, topic.generation()), batch));
        }
      }
    }
    if (!batches.isEmpty()) {
      batches.values().forEach(batch -> delivered.addAndGet(batch.size()));
      inOwnThread(() -> engine.batches(batches).onFailure(e -> broker.violation("batches: " + e)));
    }
  }

  /** Hands over records of a lane's last generation, owned or not, as a batch on its way does. */
  void pollUnowned(String lane) {
    FakeTopic topic = topic(lane);
    topic
        .poll(Integer.MAX_VALUE)
        .ifPresent(
            batch -> {
              delivered.addAndGet(batch.size());
              LaneRef ref = new LaneRef(lane, topic.generation());
              inOwnThread(() -> engine.batches(Map.of(ref, batch)));
            });
  }

  /** Hands over a batch that the broker knows nothing of. */
  void redeliver(LaneRef lane, Batch batch) {
    delivered.addAndGet(batch.size());
    inOwnThread(() -> engine.batches(Map.of(lane, batch)));
  }

  /** Begins to take lanes away. */
  FakeRevoke revoke(Duration within, LaneRef... lanes) {
    Set<LaneRef> refs = Set.of(lanes);
    List<Future<List<Settlement>>> answer = new ArrayList<>();
    inOwnThread(() -> answer.add(engine.lanesRevoked(refs, within)));
    return new FakeRevoke(this, refs, answer.get(0));
  }

  void lose(LaneRef... lanes) {
    Set<LaneRef> refs = Set.of(lanes);
    broker.unassign(refs);
    inOwnThread(() -> engine.lanesLost(refs));
  }

  /** Settles asked for so far, answered or not. */
  List<FakeSettle> settles() {
    return settles;
  }

  FakeSettle lastSettle() {
    return settles.get(settles.size() - 1);
  }

  long delivered() {
    return delivered.get();
  }

  boolean stopIntakeAsked() {
    return stopIntakeAsked;
  }

  boolean closed() {
    return closed;
  }

  Engine engine() {
    return engine;
  }

  /** Runs an action on the source's thread and waits for it. */
  void inOwnThread(Runnable action) {
    TestLoop.await(CompletableFuture.runAsync(counted(action), thread));
  }

  void later(Runnable action) {
    thread.execute(counted(action));
  }

  private Runnable counted(Runnable action) {
    return () -> {
      tasks.incrementAndGet();
      action.run();
    };
  }

  /** Waits until the thread has nothing to do and says how much it has done so far. */
  long awaitIdle() {
    TestLoop.await(CompletableFuture.runAsync(() -> {}, thread));
    return tasks.get();
  }

  // What the engine asks.

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.CUMULATIVE, Capability.FREE_HAND_BACK);
  }

  /** Lanes of a kind are called like it, up to a hyphen. */
  @Override
  public Optional<String> kind(LaneRef lane) {
    return Optional.of(lane.name().split("-", 2)[0]);
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    attach(deliverTo);
    return Future.succeededFuture();
  }

  @Override
  public void pause(LaneRef lane) {
    broker.paused(lane, true);
  }

  @Override
  public void resume(LaneRef lane) {
    broker.paused(lane, false);
  }

  @Override
  public Future<Void> stopIntake() {
    stopIntakeAsked = true;
    if (throwOnStopIntake) {
      throw new IllegalStateException("a broken source");
    }
    if (!holdStopIntake) {
      later(intakeStopped::tryComplete);
    }
    return intakeStopped.future();
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    if (settles.stream().anyMatch(settle -> !settle.answered())) {
      broker.violation("a settle is asked for while another is outstanding");
    }
    if (settlements.isEmpty()
        || settlements.stream().map(Settlement::lane).distinct().count() != settlements.size()) {
      broker.violation("a settle of " + settlements);
    }
    broker.check(settlements);
    FakeSettle settle = new FakeSettle(this, settlements);
    settles.add(settle);
    later(() -> onSettle.accept(settle));
    return settle.answer();
  }

  @Override
  public Future<Void> mark(OwnerMark mark, Duration within) {
    marks.add(mark);
    return Future.succeededFuture();
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    if (throwOnIdleness) {
      throw new IllegalStateException("a broken source");
    }
    Promise<Idleness> answer = Promise.promise();
    Idleness now = idleness;
    if (breakIdleness) {
      later(() -> answer.fail("the broker does not answer"));
    } else {
      later(() -> answer.complete(now));
    }
    return answer.future();
  }

  @Override
  public boolean alive() {
    return !closed;
  }

  @Override
  public Future<Void> close(Duration within) {
    closed = true;
    return Future.succeededFuture();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
