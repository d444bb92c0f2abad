package dev.sluice.testkit;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Capability;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A source in front of a {@link FakeBroker}. It does nothing by itself: a test gives it lanes, has
 * it deliver, takes lanes away. What the engine asks is answered at once and well, until a test
 * says otherwise.
 *
 * <p>Used by the thread that turns the loop.
 */
public final class FakeSource implements Source {
  private static final Set<Capability> LOG =
      Set.of(
          Capability.CUMULATIVE,
          Capability.FREE_HAND_BACK,
          Capability.DONE_BEYOND,
          Capability.RESUME_STATE,
          Capability.SEEK);
  private static final Set<Capability> QUEUE = Set.of(Capability.INDIVIDUAL);

  private final FakeBroker broker;
  private final Optional<DelayedRetries> retries;
  private final Promise<Void> intakeStopped = Promise.promise();
  private final List<FakeSettle> settles = new ArrayList<>();
  private final List<FakeSettle> waiting = new ArrayList<>();
  private final List<String> breaches = new ArrayList<>();
  private Engine engine;
  private Consumer<FakeSettle> onSettle = FakeSettle::confirm;
  private boolean holdStopIntake;
  private boolean stopIntakeAsked;
  private boolean closeAsked;
  private Idleness idleness = Idleness.IDLE;
  private long delivered;
  private int settlesAtOnce = 4;
  private final FakeMarks marks;

  /**
   * A source that is not open yet.
   *
   * @param broker decides what the source can do
   */
  public FakeSource(FakeBroker broker) {
    this(broker, Optional.empty());
  }

  /**
   * A source that keeps records for later.
   *
   * @param broker decides what else the source can do
   * @param retries where these records go; a test has them come again
   */
  public FakeSource(FakeBroker broker, Optional<DelayedRetries> retries) {
    this.broker = broker;
    this.marks = new FakeMarks(broker);
    this.retries = retries;
  }

  /** The broker behind this source. */
  public FakeBroker broker() {
    return broker;
  }

  /**
   * Has settles answered differently.
   *
   * @param how is given each settle when it is asked for, and answers it at once, later or never
   */
  public void answerSettles(Consumer<FakeSettle> how) {
    onSettle = how;
  }

  /** Answers settles only when told to, through {@link #unanswered()}. */
  public void holdSettles() {
    onSettle = settle -> {};
  }

  /** Says that intake has stopped only when told to, by {@link #intakeStopped()}. */
  public void holdStopIntake() {
    holdStopIntake = true;
  }

  /** Says that intake has stopped. */
  public void intakeStopped() {
    intakeStopped.tryComplete();
  }

  /** What {@link #idleness} answers. */
  public void idleness(Idleness now) {
    idleness = now;
  }

  /**
   * Gives a lane to the worker, to go on where it is settled, or where its store of transactions
   * says: nothing is delivered before it has.
   */
  public LaneRef assign(String lane) {
    FakeLane given = broker.lane(lane);
    ResumePoint at = given.assign(this);
    LaneRef ref = new LaneRef(lane, given.generation());
    marks.opened(ref);
    Future<ResumePoint> placed = engine().laneOpened(ref, at);
    if (engine().placesLanes()) {
      given.awaitPlace(true);
      placed.onSuccess(point -> broker.place(ref, point.position()));
    }
    return ref;
  }

  /**
   * Hands over what one poll of some lanes brings; lanes that are paused, not owned or at their end
   * bring nothing.
   *
   * @param max the most records of each lane
   * @return how many records were handed over
   */
  public int deliver(int max, String... names) {
    return deliver(max, false, names);
  }

  /** As {@link #deliver}, also from paused lanes: such batches were on their way. */
  public int deliverLate(int max, String... names) {
    return deliver(max, true, names);
  }

  private int deliver(int max, boolean late, String... names) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    int count = 0;
    for (String name : names) {
      FakeLane lane = broker.lane(name);
      if (lane.owner() == this && !lane.awaitsPlace() && (late || !lane.paused())) {
        Batch batch = lane.take(max).orElse(null);
        if (batch != null) {
          batches.put(new LaneRef(name, lane.generation()), batch);
          count += batch.size();
        }
      }
    }
    if (count > 0) {
      delivered += count;
      engine().batches(batches);
    }
    return count;
  }

  /**
   * Begins to take lanes away.
   *
   * @param within the engine's time to end started work
   */
  public FakeRevoke revoke(Duration within, LaneRef... lanes) {
    // In the order given: Set.of would iterate differently in every JVM.
    Set<LaneRef> refs = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(lanes)));
    return new FakeRevoke(this, refs, engine().lanesRevoked(refs, within));
  }

  /** Takes lanes away without notice. */
  public void lose(Set<LaneRef> lanes) {
    broker.forget(lanes);
    marks.gone(lanes);
    engine().lanesLost(lanes);
  }

  /**
   * Somebody cancels a job; the worker hears of it when it has the job.
   *
   * @param index of the record in its lane
   */
  public void cancel(String lane, int index) {
    FakeLane in = broker.lane(lane);
    in.cancel(index)
        .ifPresent(
            position -> {
              if (in.owner() == this) {
                engine().withdrawn(new LaneRef(lane, in.generation()), Set.of(position));
              }
            });
  }

  /**
   * The source of a queue wants records back, of those that the worker has; what is handed back
   * comes again.
   *
   * @param indexes of the records in their lane
   */
  public void withdraw(String lane, int... indexes) {
    FakeLane from = broker.lane(lane);
    Set<Long> positions = new LinkedHashSet<>();
    for (int index : indexes) {
      from.delivery(index).ifPresent(positions::add);
    }
    engine().withdrawn(new LaneRef(lane, from.generation()), positions);
  }

  /** The connection breaks and comes back: all lanes are lost and given anew. */
  public List<LaneRef> reconnect() {
    List<LaneRef> again = new ArrayList<>();
    for (FakeLane lane : List.copyOf(broker.lanes())) {
      if (lane.owner() == this) {
        lose(Set.of(new LaneRef(lane.name(), lane.generation())));
        again.add(assign(lane.name()));
      }
    }
    return again;
  }

  /** The source is broken for good. */
  public void fail(Throwable cause) {
    engine().failed(cause);
  }

  /** Settles asked for so far, answered or not. */
  public List<FakeSettle> settles() {
    return settles;
  }

  /** The settle that waits longest for its answer, or null. */
  public FakeSettle unanswered() {
    List<FakeSettle> waiting = allUnanswered();
    return waiting.isEmpty() ? null : waiting.get(0);
  }

  /**
   * The settles that wait for their answers, in the order in which they were asked for. The engine
   * has at most {@link #settlesAtOnce} of them outstanding; answer them in any order.
   */
  public List<FakeSettle> allUnanswered() {
    waiting.removeIf(FakeSettle::answered);
    return List.copyOf(waiting);
  }

  /**
   * How many settles of a queue may be outstanding; 4 unless told otherwise. Of a log it is one.
   *
   * @param most told before the worker starts
   */
  public void settlesAtOnce(int most) {
    settlesAtOnce = most;
  }

  /** How many records were handed over. */
  public long delivered() {
    return delivered;
  }

  /** Whether the engine has asked for an end of delivery. */
  public boolean stopIntakeAsked() {
    return stopIntakeAsked;
  }

  /** Whether the source has said that intake has stopped: nothing is delivered any more. */
  public boolean intakeStoppedSaid() {
    return intakeStopped.future().isComplete();
  }

  /** Whether the engine has closed the source. */
  public boolean closed() {
    return closeAsked;
  }

  /** What the engine has asked for against the rules of {@link Source}; empty when all is well. */
  public List<String> breaches() {
    return breaches;
  }

  /** The engine this source delivers to. */
  public Engine engine() {
    if (engine == null) {
      throw new IllegalStateException("this source is not open: start the worker first");
    }
    return engine;
  }

  @Override
  public long keepsBeyond() {
    return broker.keepsBeyond();
  }

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> can = EnumSet.copyOf(broker.isLog() ? LOG : QUEUE);
    if (broker.keepsFailed()) {
      can.add(Capability.KEEPS_FAILED);
    }
    if (retries.isPresent()) {
      can.add(Capability.DELAYED_RETRY);
    }
    return can;
  }

  @Override
  public Optional<DelayedRetries> delayedRetries() {
    return retries;
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    engine = deliverTo;
    return Future.succeededFuture();
  }

  @Override
  public void pause(LaneRef lane) {
    pause(lane, true);
  }

  @Override
  public void resume(LaneRef lane) {
    pause(lane, false);
  }

  private void pause(LaneRef ref, boolean now) {
    FakeLane lane = broker.lane(ref.name());
    if (lane.owned(ref.generation())) {
      lane.paused(now);
    }
  }

  @Override
  public Future<Void> stopIntake() {
    stopIntakeAsked = true;
    if (!holdStopIntake) {
      intakeStopped();
    }
    return intakeStopped.future();
  }

  @Override
  public int settlesAtOnce() {
    return broker.isLog() ? 1 : settlesAtOnce;
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    int outstanding = allUnanswered().size();
    if (outstanding >= settlesAtOnce()) {
      breaches.add("a settle is asked for while " + outstanding + " are outstanding");
    }
    if (settlements.isEmpty()) {
      breaches.add("a settle of nothing is asked for");
    }
    if (closeAsked) {
      breaches.add("a settle is asked for after the source was closed");
    }
    FakeSettle settle = new FakeSettle(broker, settlements, within);
    settles.add(settle);
    waiting.add(settle);
    onSettle.accept(settle);
    return settle.answer();
  }

  @Override
  public Future<Void> mark(OwnerMark now, Duration within) {
    marks.mark(now).forEach(lane -> lose(Set.of(lane)));
    return Future.succeededFuture();
  }

  FakeMarks marks() {
    return marks;
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    return Future.succeededFuture(idleness);
  }

  @Override
  public boolean alive() {
    return !closeAsked;
  }

  @Override
  public Future<Void> close(Duration within) {
    closeAsked = true;
    vanish();
    return Future.succeededFuture();
  }

  /** The broker has noticed that this source is gone: its lanes are nobody's. */
  public void vanish() {
    for (FakeLane lane : broker.lanes()) {
      if (lane.owner() == this) {
        lane.unassign();
      }
    }
  }
}
