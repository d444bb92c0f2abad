package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A source with a broker in memory. Everything it tells the engine comes from its own thread, as a
 * real client's callbacks do; its answers come at once or when a test says so. It checks what the
 * engine promises: nothing is settled that the witness has not seen processed.
 */
final class FakeSource implements Source, AutoCloseable {

  /** Knows what handlers have processed. */
  interface Witness {
    /** True when the record may be settled. */
    boolean processed(String lane, long position, String value);
  }

  private final Witness witness;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(body -> new Thread(body, "fake-source"));
  private final AtomicLong tasks = new AtomicLong();
  private final Map<String, FakeTopic> topics = new LinkedHashMap<>();
  private final List<FakeSettle> settles = new CopyOnWriteArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final Promise<Void> intakeStopped = Promise.promise();
  private final AtomicLong delivered = new AtomicLong();

  private volatile Engine engine;
  private volatile Consumer<FakeSettle> onSettle = FakeSettle::confirm;
  private volatile boolean holdStopIntake;
  private volatile boolean throwOnStopIntake;
  private volatile boolean stopIntakeAsked;
  private volatile boolean closed;
  private volatile Idleness idleness = Idleness.IDLE;

  FakeSource(Witness witness) {
    this.witness = witness;
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

  synchronized FakeTopic topic(String lane) {
    return topics.computeIfAbsent(lane, FakeTopic::new);
  }

  synchronized List<FakeTopic> topics() {
    return List.copyOf(topics.values());
  }

  /** Gives a lane to the worker, from its committed position. */
  LaneRef assign(String lane) {
    LaneRef ref;
    long position;
    synchronized (this) {
      FakeTopic topic = topic(lane);
      ref = new LaneRef(lane, topic.assign());
      position = topic.committed();
    }
    inOwnThread(() -> engine.laneOpened(ref, position));
    return ref;
  }

  /** Hands over what one poll of some lanes brings; lanes that are not owned bring nothing. */
  void poll(int maxPerLane, String... lanes) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    synchronized (this) {
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
      inOwnThread(() -> engine.batches(batches).onFailure(e -> violation("batches: " + e)));
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

  /** Begins to take lanes away. */
  FakeRevoke revoke(Duration within, LaneRef... lanes) {
    Set<LaneRef> refs = Set.of(lanes);
    List<Future<List<Settlement>>> answer = new ArrayList<>();
    inOwnThread(() -> answer.add(engine.lanesRevoked(refs, within)));
    return new FakeRevoke(this, refs, answer.get(0));
  }

  void lose(LaneRef... lanes) {
    Set<LaneRef> refs = Set.of(lanes);
    unassign(refs);
    inOwnThread(() -> engine.lanesLost(refs));
  }

  synchronized void unassign(Set<LaneRef> refs) {
    refs.forEach(ref -> topic(ref.name()).unassign());
  }

  /** Settles asked for so far, answered or not. */
  List<FakeSettle> settles() {
    return settles;
  }

  FakeSettle lastSettle() {
    return settles.get(settles.size() - 1);
  }

  List<String> violations() {
    return violations;
  }

  void violation(String what) {
    violations.add(what);
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

  /** Commits what is owned in the settlement's generation. */
  synchronized SettleResult commit(List<Settlement> settlements) {
    List<Settlement> settled = new ArrayList<>();
    List<Settlement> stale = new ArrayList<>();
    for (Settlement settlement : settlements) {
      FakeTopic topic = topic(settlement.lane().name());
      if (topic.owned(settlement.lane().generation())) {
        topic.commit(settlement.next());
        settled.add(settlement);
      } else {
        stale.add(settlement);
      }
    }
    return new SettleResult(settled, stale, List.of());
  }

  /** Checks that everything a settlement covers is processed. */
  synchronized void check(List<Settlement> settlements) {
    for (Settlement settlement : settlements) {
      String lane = settlement.lane().name();
      FakeTopic topic = topic(lane);
      if (settlement.next() > topic.end()) {
        violation(settlement + " is beyond the end " + topic.end());
      }
      List<Long> covered = topic.positions(settlement.from(), settlement.next());
      if (covered.size() != settlement.records()) {
        violation(settlement + " covers " + covered.size() + " records");
      }
      for (long position : topic.positions(topic.committed(), settlement.next())) {
        if (!witness.processed(lane, position, topic.value(position))) {
          violation(settlement + " settles position " + position + " before it is processed");
        }
      }
    }
  }

  // What the engine asks.

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.CUMULATIVE, Capability.FREE_HAND_BACK);
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    attach(deliverTo);
    return Future.succeededFuture();
  }

  @Override
  public synchronized void pause(LaneRef lane) {
    if (topic(lane.name()).owned(lane.generation())) {
      topic(lane.name()).paused(true);
    }
  }

  @Override
  public synchronized void resume(LaneRef lane) {
    if (topic(lane.name()).owned(lane.generation())) {
      topic(lane.name()).paused(false);
    }
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
      violation("a settle is asked for while another is outstanding");
    }
    if (settlements.isEmpty()
        || settlements.stream().map(Settlement::lane).distinct().count() != settlements.size()) {
      violation("a settle of " + settlements);
    }
    check(settlements);
    FakeSettle settle = new FakeSettle(this, settlements);
    settles.add(settle);
    later(() -> onSettle.accept(settle));
    return settle.answer();
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    Promise<Idleness> answer = Promise.promise();
    Idleness now = idleness;
    later(() -> answer.complete(now));
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
