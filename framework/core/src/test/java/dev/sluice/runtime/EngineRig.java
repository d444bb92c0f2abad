package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.DrainEvent;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * An engine and its drain on a real event loop, with a fake source, a manual clock and a fake halt.
 * Every call comes back when everything it set off has come to rest, and looks at the books then.
 */
final class EngineRig implements AutoCloseable, EngineListener {
  /** The decoder refuses values that begin with this. */
  static final String MALFORMED = "!";

  /** Values that begin with this are too much for the decoder. */
  static final String DEEP = "((((";

  final RigSettings settings;
  final ManualClock clock = new ManualClock();
  final TestLoop loop;
  final ManualTimers timers;
  final FakeSource source = new FakeSource(new FakeBroker(this::maySettle));
  final ScriptedHandler handler =
      new ScriptedHandler(this::on, lane -> source.topic(lane).generation());
  final Tally tally = new Tally();
  final Closers closers = new Closers();
  final List<Integer> halts = new CopyOnWriteArrayList<>();
  final RigOutput output = new RigOutput();
  final PipelineEngine engine;
  final DrainDriver driver;
  final DeadlineThread deadline = new DeadlineThread(clock, Duration.ofSeconds(2), halts::add);

  final StopReporter reporter;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Snapshots snapshots;

  EngineRig(Vertx vertx) {
    this(vertx, settings -> {});
  }

  EngineRig(Vertx vertx, Consumer<RigSettings> change) {
    this(vertx, change, null);
  }

  static final OwnerMark SELF =
      OwnerMark.running("rig", 1, 0, Duration.ofSeconds(30), OwnerMark.Layers.UNKNOWN);

  /** With a handler of the test's own. */
  EngineRig(Vertx vertx, Consumer<RigSettings> change, ChunkTask<String> task) {
    this(vertx, RigSettings.with(change), task, decoder());
    start();
  }

  /** With a decoder of the test's own. */
  static EngineRig with(Vertx vertx, Consumer<RigSettings> change, Decoder<String> decoder) {
    EngineRig rig = new EngineRig(vertx, RigSettings.with(change), null, decoder);
    rig.start();
    return rig;
  }

  private EngineRig(
      Vertx vertx, RigSettings settings, ChunkTask<String> task, Decoder<String> decoder) {
    this.settings = settings;
    loop = new TestLoop(vertx);
    timers = new ManualTimers(clock, loop);
    RandomGenerator lowest = () -> 0;
    engine =
        new PipelineEngine(
            settings.engine(source),
            settings.kinds.isEmpty()
                ? EngineTasks.one(
                    new EngineTask<>(settings.task(), task == null ? handler : task, decoder))
                : settings.tasksByKind(handler),
            new EngineDependencies(
                SELF,
                source,
                settings.deadLetters,
                Optional.empty(),
                cause -> false,
                clock,
                timers,
                loop.port(),
                threads,
                lowest),
            tally,
            this);
    source.attach(new EngineInbox(engine, loop.port(), clock));
    snapshots = new Snapshots(engine, tally, clock);
    Phases phases = new Phases(clock);
    reporter = new StopReporter(clock, output.words(), tally, phases);
    driver =
        new DrainDriver(clock, timers, loop.port(), deadline, closers, tally, phases, reporter);
    closers.add("source", source::close);
    driver.window(settings.window());
  }

  /** A worker whose source is not open yet. */
  static EngineRig notStarted(Vertx vertx) {
    return new EngineRig(vertx, new RigSettings(), null, decoder());
  }

  /** The source is open. */
  void start() {
    on(
        () -> {
          driver.engine(engine, () -> reporter.publish(snapshots.take()));
          driver.fire(new DrainEvent.Started());
        });
  }

  static Decoder<String> decoder() {
    return bytes -> {
      String value = new String(bytes, StandardCharsets.UTF_8);
      if (value.startsWith(DEEP)) {
        throw new StackOverflowError();
      }
      if (value.startsWith(MALFORMED)) {
        throw new IllegalArgumentException("not a value: " + value);
      }
      return value;
    };
  }

  private boolean maySettle(String lane, long position, String value) {
    return handler.processed().contains(lane, position)
        || settings.skipFailed
        || (settings.skipMalformed && value.startsWith(MALFORMED));
  }

  // What a test does.

  /** Runs an action on the loop and waits until everything has come to rest. */
  void on(Runnable action) {
    loop.run(action);
    quiet();
  }

  /** Waits until loop and source are at rest, then looks at the books. */
  void quiet() {
    long before;
    long after = -1;
    do {
      before = after;
      loop.awaitIdle();
      after = source.awaitIdle();
      loop.awaitIdle();
    } while (before != after);
    assertBooks();
  }

  private void assertBooks() {
    loop.run(
        () -> {
          long held = engine.held();
          assertThat(tally.unaccounted(held)).as("unaccounted records").isZero();
          assertThat(tally.received.get()).isEqualTo(source.delivered());
          assertThat(tally.triesInFlight.get()).isNotNegative();
        });
    assertThat(source.broker().violations()).isEmpty();
    assertThat(handler.violations()).isEmpty();
    assertThat(loop.failures()).isEmpty();
  }

  void advance(Duration by) {
    timers.advance(by, this::quiet);
    quiet();
  }

  void advanceSeconds(long seconds) {
    advance(Duration.ofSeconds(seconds));
  }

  /** Gives the worker a lane. */
  LaneRef assign(String lane) {
    LaneRef ref = source.assign(lane);
    quiet();
    return ref;
  }

  /** Appends records to a lane and delivers everything that is unread in one batch. */
  void deliver(String lane, String... values) {
    source.broker().append(lane, values);
    source.poll(Integer.MAX_VALUE, lane);
    quiet();
  }

  /**
   * Every try with this value in it fails, every other one is done, until nothing is left to do.
   */
  void failOn(String value) {
    for (int turn = 0; turn < 100 && held() > 0; turn++) {
      for (ScriptedCall call : handler.unended()) {
        if (call.values().contains(value)) {
          call.fail("can't do " + value);
        } else {
          call.done();
        }
      }
      advanceSeconds(40);
    }
  }

  private long held() {
    long[] held = new long[1];
    loop.run(() -> held[0] = engine.held());
    return held[0];
  }

  void stop() {
    driver.stop(StopReason.TERM, clock.nanos());
    quiet();
  }

  /** Takes a snapshot, as the worker does every quarter of a second. */
  void publishSnapshot() {
    loop.run(() -> reporter.publish(snapshots.take()));
  }

  FakeRevoke revoke(Duration within, LaneRef... lanes) {
    FakeRevoke revoke = source.revoke(within, lanes);
    quiet();
    return revoke;
  }

  // What a test looks at.

  DrainState state() {
    return driver.state();
  }

  int exitCode() {
    assertThat(driver.exit().isComplete()).as("the worker has ended").isTrue();
    return driver.exit().result();
  }

  long committed(String lane) {
    return source.topic(lane).committed();
  }

  EngineSnapshot snapshot() {
    EngineSnapshot[] taken = new EngineSnapshot[1];
    loop.run(() -> taken[0] = snapshots.take());
    return taken[0];
  }

  EngineSnapshot.LaneView lane(String name) {
    return snapshot().lanes().stream()
        .filter(lane -> lane.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The only drain report. */
  JsonNode report() {
    return output.report();
  }

  @Override
  public void close() {
    deadline.dismiss();
    source.close();
    threads.shutdownNow();
    output.close();
  }

  // What the worker around the engine does.

  @Override
  public void sourceFailed(Throwable cause) {
    driver.stop(StopReason.FATAL, clock.nanos());
  }

  @Override
  public void leftBehind() {
    driver.fire(new DrainEvent.TryFailed());
  }
}
