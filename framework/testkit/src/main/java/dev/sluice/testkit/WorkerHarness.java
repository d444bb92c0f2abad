package dev.sluice.testkit;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * A worker with your own handler and the real engine, on a broker in memory, a clock that a test
 * moves and a loop that a test turns: everything that can happen to a worker can be made to happen,
 * in no time and always in the same way.
 *
 * <pre>{@code
 * try (WorkerHarness<Order> worker =
 *     WorkerHarness.of(new LoadOrders(), Decoder.json(Order.class), HarnessOptions.log())) {
 *   worker.push("orders-0", "{\"id\": 1}", "{\"id\": 2}");
 *   worker.stop();
 *   assertEquals(2, worker.report().settled());
 * }
 * }</pre>
 *
 * <p>Every method comes back when everything it set off on the loop has come to rest; a blocking
 * handler runs on a real thread, for which {@link #until} waits. Used by one thread.
 *
 * @param <T> the decoded value of a record
 */
public final class WorkerHarness<T> implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final FakeBroker broker;
  private final HarnessOptions options;
  private final ManualLoop loop = new ManualLoop();
  private final ManualClock clock = new ManualClock();
  private final ManualTimers timers = new ManualTimers(clock, loop);
  private final ManualDeadline deadline = new ManualDeadline();
  private final FakeSource source;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final EngineAssembly<T> worker;

  private WorkerHarness(
      ChunkTask<T> task, Decoder<T> decoder, HarnessOptions options, FakeBroker broker) {
    this.broker = broker;
    this.options = options;
    this.source = new FakeSource(broker, options.delayedRetries());
    EngineFigures figures = options.figures(task.limits());
    this.worker =
        new EngineAssembly<>(
            figures,
            task,
            decoder,
            source,
            new EnginePorts(
                loop,
                clock,
                timers,
                options.deadLetters().map(letters -> letters),
                options.transactions(),
                options.dependencyDown(),
                threads,
                () -> 0,
                deadline,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    loop.run(() -> worker.start(Duration.ofSeconds(30)));
  }

  /** A worker that has started, with no lanes yet. */
  public static <T> WorkerHarness<T> of(
      ChunkTask<T> task, Decoder<T> decoder, HarnessOptions options) {
    return new WorkerHarness<>(task, decoder, options, options.newBroker());
  }

  /**
   * The next worker in front of the same broker, as after a restart; give it its lanes with {@link
   * #assign}.
   */
  public <U> WorkerHarness<U> successor(ChunkTask<U> task, Decoder<U> decoder) {
    return successor(task, decoder, options);
  }

  /** As {@link #successor(ChunkTask, Decoder)}, set up in another way. */
  public <U> WorkerHarness<U> successor(
      ChunkTask<U> task, Decoder<U> decoder, HarnessOptions differently) {
    return new WorkerHarness<>(task, decoder, differently, broker);
  }

  // What happens to the worker.

  /** Gives the worker a lane, to go on where it is settled, and delivers what is there. */
  public LaneRef assign(String lane) {
    LaneRef ref = source.assign(lane);
    loop.turnAll();
    deliver();
    return ref;
  }

  /** Appends records without keys, and delivers them; the lane is assigned if nobody has it. */
  public void push(String lane, String... values) {
    for (String value : values) {
      broker.lane(lane).append(FakeRecord.of(value));
    }
    arrive(lane);
  }

  /** Appends records, and delivers them; the lane is assigned if nobody has it. */
  public void push(String lane, FakeRecord... records) {
    for (FakeRecord appended : records) {
      broker.lane(lane).append(appended);
    }
    arrive(lane);
  }

  private void arrive(String lane) {
    if (broker.lane(lane).owned()) {
      deliver();
    } else {
      assign(lane);
    }
  }

  /** Delivers what is unread, again and again, for as long as the worker takes more. */
  public void deliver() {
    String[] all = broker.lanes().stream().map(FakeLane::name).toArray(String[]::new);
    do {
      loop.turnAll();
    } while (!source.stopIntakeAsked() && source.deliver(Integer.MAX_VALUE, all) > 0);
  }

  /** Lets time pass, from timer to timer. */
  public void advance(Duration by) {
    long target = clock.nanos() + by.toNanos();
    while (timers.nextDueNanos().orElse(Long.MAX_VALUE) <= target) {
      clock.moveTo(Math.max(clock.nanos(), timers.nextDueNanos().getAsLong()));
      timers.fireDue();
      loop.turnAll();
      deliver();
      deadline.look(clock.nanos());
    }
    clock.moveTo(target);
    deadline.look(target);
  }

  /** Asks the worker to stop, as SIGTERM does, and lets it do what needs no time. */
  public void stop() {
    worker.stop(StopReason.TERM);
    loop.turnAll();
  }

  /** Stops the worker and lets its whole window pass. */
  public StopReport stopAndWait() {
    stop();
    advance(options.window());
    return report();
  }

  /** A rebalance takes a lane away and waits for the worker, at most so long. */
  public FakeRevoke revoke(Duration within, LaneRef lane) {
    FakeRevoke revoke = source.revoke(within, lane);
    loop.turnAll();
    return revoke;
  }

  /** A lane is lost without notice. */
  public void lose(LaneRef lane) {
    source.lose(Set.of(lane));
    loop.turnAll();
  }

  /** Somebody cancels the job at an index of a lane; see {@link HarnessOptions#table()}. */
  public void cancel(String lane, int index) {
    source.cancel(lane, index);
    loop.turnAll();
  }

  /** The source of a queue wants the records at some indexes of a lane back. */
  public void withdraw(String lane, int... indexes) {
    source.withdraw(lane, indexes);
    turn();
  }

  /** The process dies, as by SIGKILL: nothing of it happens any more, the broker stays. */
  public void kill() {
    loop.discard();
    timers.discard();
    List<LaneRef> lanes = new ArrayList<>();
    broker.lanes().stream()
        .filter(FakeLane::owned)
        .forEach(lane -> lanes.add(new LaneRef(lane.name(), lane.generation())));
    broker.forget(Set.copyOf(lanes));
    threads.shutdownNow();
  }

  /** Lets the loop do what other threads have asked for since. */
  public void turn() {
    loop.turnAll();
    deliver();
  }

  /**
   * Turns the loop, waiting for a blocking handler's thread, until a condition holds. Blocks.
   *
   * @throws AssertionError when it does not hold within 20 s of real time
   */
  public void until(BooleanSupplier condition) throws InterruptedException {
    deliver();
    while (!condition.getAsBoolean()) {
      if (!loop.awaitPosted(PATIENCE)) {
        throw new AssertionError("nothing has happened for " + PATIENCE);
      }
      deliver();
    }
  }

  // What a test looks at.

  /** The broker, with what is settled. */
  public FakeBroker broker() {
    return broker;
  }

  /** The source, to answer settles differently for example. */
  public FakeSource source() {
    return source;
  }

  /** The values of a lane's settled records, in lane order. */
  public List<String> settled(String lane) {
    List<String> settled = new ArrayList<>();
    FakeLane from = broker.lane(lane);
    for (int i = 0; i < from.records().size(); i++) {
      if (from.settled(i)) {
        settled.add(from.records().get(i).text());
      }
    }
    return settled;
  }

  /** The books. */
  public EngineCounts counts() {
    return worker.counts();
  }

  /** Lanes that can't go on, with the reason. */
  public Map<LaneRef, String> halted() {
    return worker.halted();
  }

  /** A handler has not come back by limit + commit: liveness fails. */
  public boolean stuck() {
    return worker.stuck();
  }

  /** How long a dependency has been down, if one is. */
  public Optional<Duration> outage() {
    return worker.outage();
  }

  /** Nothing buffered, running, waiting or unsettled in any lane that is not halted. */
  public boolean quiet() {
    return worker.quiet();
  }

  /** Where the worker stands between its start and its end. */
  public DrainState state() {
    return worker.state();
  }

  /** The time, by the worker's clock. */
  public OptionalLong deadlineNanos() {
    return deadline.atNanos();
  }

  /** True once the worker has ended, in the ordinary way or by its deadline. */
  public boolean ended() {
    return worker.exit().isComplete() || deadline.halted().isPresent();
  }

  /**
   * What the worker said of its stop.
   *
   * @throws IllegalStateException when it has said nothing yet
   */
  public StopReport report() {
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"drain-report\""))
        .findFirst()
        .map(StopReport::parse)
        .orElseThrow(() -> new IllegalStateException("the worker has not stopped: " + state()));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
