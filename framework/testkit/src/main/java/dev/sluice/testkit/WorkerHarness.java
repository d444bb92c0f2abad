package dev.sluice.testkit;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.runtime.EngineCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A worker inside of a test: the real engine and the real drain, with a broker in memory and a
 * clock that stands still. Nothing happens but inside of these calls, each of which comes back when
 * everything it has set off has come to rest.
 *
 * <pre>{@code
 * try (WorkerHarness<String> worker = WorkerHarness.of(new LoadOrders(pool), Decoder.string())) {
 *   worker.push("orders-0", "a", "b", "c");
 *   assertThat(worker.settled("orders-0")).containsExactly("a", "b", "c");
 *
 *   worker.stop();
 *   assertThat(worker.report().orElseThrow().outcome()).isEqualTo("clean");
 * }
 * }</pre>
 *
 * <p>A handler whose futures a client completes, or one that blocks, ends on threads that the
 * harness does not turn: {@link #turnUntil} waits for them. Used by one thread.
 *
 * @param <T> the decoded value of a record
 */
public final class WorkerHarness<T> implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration GLANCE = Duration.ofMillis(10);

  private final ChunkTask<T> task;
  private final Decoder<T> decoder;
  private final WorkerOptions options;
  private final FakeBroker broker;
  private final ManualClock clock = new ManualClock();
  private final Map<String, LaneRef> lanes = new LinkedHashMap<>();
  private HarnessLife<T> life;

  private WorkerHarness(ChunkTask<T> task, Decoder<T> decoder, WorkerOptions options) {
    this.task = task;
    this.decoder = decoder;
    this.options = options;
    this.broker = options.broker();
    begin();
  }

  /** A running worker with options that make tests easy to read. */
  public static <T> WorkerHarness<T> of(ChunkTask<T> task, Decoder<T> decoder) {
    return of(task, decoder, new WorkerOptions());
  }

  /**
   * A running worker.
   *
   * @param task the handler; its {@code open()} and {@code close()} are not called
   * @param decoder turns a record's bytes into the handler's type
   * @param options what {@code pipeline.yaml} would say
   */
  public static <T> WorkerHarness<T> of(
      ChunkTask<T> task, Decoder<T> decoder, WorkerOptions options) {
    return new WorkerHarness<>(task, decoder, options);
  }

  private void begin() {
    life = new HarnessLife<>(options.figures(task.limits()), task, decoder, broker, clock);
  }

  // What happens to the worker.

  /** Appends records with these values and has the worker get what is unread of the lane. */
  public void push(String lane, String... values) {
    broker.lane(lane).append(values);
    deliver(lane);
  }

  /** Appends records and has the worker get what is unread of the lane. */
  public void push(String lane, FakeRecord... appended) {
    for (FakeRecord one : appended) {
      broker.lane(lane).append(one);
    }
    deliver(lane);
  }

  /**
   * Has the worker get what is unread of a lane. It is given the lane if nobody owns it; a lane
   * that the worker has paused brings nothing.
   */
  public void deliver(String lane) {
    if (!broker.lane(lane).owned() && !life.over()) {
      lanes.put(lane, life.source.assign(lane));
      life.rest();
    }
    life.source.deliver(Integer.MAX_VALUE, lane);
    life.rest();
  }

  /** Lets time pass: retries, limits and deadlines happen in their order. */
  public void advance(Duration by) {
    life.advance(by);
  }

  /**
   * Asks for a stop, as SIGTERM does. When tries are running, the stop goes on with the calls that
   * end them or let time pass.
   */
  public void stop() {
    life.engine.stop(StopReason.TERM);
    life.rest();
  }

  /** A second SIGTERM: the worker ends at once. */
  public void stopAgain() {
    life.engine.secondSignal(15);
    life.rest();
  }

  /** SIGKILL: the worker is gone without a word, and its lanes are nobody's. */
  public void kill() {
    life.kill();
    lanes.clear();
  }

  /**
   * Starts the worker again after its end, on the same broker and with the same handler.
   *
   * @throws IllegalStateException while it runs
   */
  public void restart() {
    if (!life.over()) {
      throw new IllegalStateException("the worker runs: stop or kill it first");
    }
    life.kill();
    lanes.clear();
    begin();
  }

  /**
   * A rebalance begins to take a lane away; it is over once {@link FakeRevoke#release} is called.
   *
   * @param within the worker's time to end started work
   */
  public FakeRevoke revoke(String lane, Duration within) {
    FakeRevoke revoke = life.source.revoke(within, owned(lane));
    lanes.remove(lane);
    life.rest();
    return revoke;
  }

  /** Lets a lane go that was revoked: its last settlement is confirmed. */
  public void release(FakeRevoke revoke) {
    revoke.release();
    life.rest();
  }

  /** A lane is somebody else's without notice. */
  public void lose(String lane) {
    life.source.lose(Set.of(owned(lane)));
    lanes.remove(lane);
    life.rest();
  }

  private LaneRef owned(String lane) {
    LaneRef ref = lanes.get(lane);
    if (ref == null) {
      throw new IllegalStateException("the worker does not have lane " + lane + ", only " + lanes);
    }
    return ref;
  }

  /**
   * Turns the loop until a condition holds, waiting in real time for what other threads post.
   *
   * @throws IllegalStateException when it does not hold within ten seconds
   */
  public void turnUntil(BooleanSupplier condition) throws InterruptedException {
    long waits = PATIENCE.dividedBy(GLANCE);
    life.rest();
    while (!condition.getAsBoolean()) {
      if (!life.loop.awaitPosted(GLANCE) && --waits < 0) {
        throw new IllegalStateException("the condition does not hold after " + PATIENCE);
      }
      life.rest();
    }
  }

  // What can be seen.

  /** The values of the records of a lane that are settled, in their order. */
  public List<String> settled(String lane) {
    return values(lane, true);
  }

  /** The values of the records of a lane that are not settled: the next owner gets them. */
  public List<String> unsettled(String lane) {
    return values(lane, false);
  }

  private List<String> values(String name, boolean settled) {
    FakeLane lane = broker.lane(name);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < lane.records().size(); i++) {
      if (lane.settled(i) == settled) {
        values.add(lane.records().get(i).text());
      }
    }
    return values;
  }

  /** Lanes that have stopped, with the reason. */
  public Map<String, String> halted() {
    Map<String, String> halted = new LinkedHashMap<>();
    life.engine.halted().forEach((lane, reason) -> halted.put(lane.name(), reason));
    return halted;
  }

  /** True once the worker has ended: by itself, at its deadline or killed. */
  public boolean ended() {
    return life.over();
  }

  /** The exit code; empty while the worker runs and when it was killed. */
  public OptionalInt exitCode() {
    return life.exitCode();
  }

  /** What the worker said when it stopped; empty while it runs and when it was killed. */
  public Optional<StopReport> report() {
    return life.report();
  }

  /** The books. */
  public EngineCounts counts() {
    return life.engine.counts();
  }

  /** The broker, for what this class has no method for. */
  public FakeBroker broker() {
    return broker;
  }

  /** The source of the present process, for example to have settles fail. */
  public FakeSource source() {
    return life.source;
  }

  /** The clock. */
  public ManualClock clock() {
    return clock;
  }

  /** Ends whatever still runs. */
  @Override
  public void close() {
    life.kill();
  }
}
