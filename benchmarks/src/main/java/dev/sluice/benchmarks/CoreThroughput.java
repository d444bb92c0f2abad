package dev.sluice.benchmarks;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.Ordering;
import dev.sluice.runtime.EngineFigures;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Records a second through the engine alone, on one thread: batches of small records made
 * beforehand, a handler that is done at once, a source that settles at once. One round is what the
 * default figures allow the engine to hold: five polls of six lanes; then the linger is over.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
// A heap of one size, collected by the measuring thread itself: one core does everything.
@Fork(
    value = 2,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms1g", "-Xmx1g"})
@Threads(1)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
public class CoreThroughput {
  static final int LANES = 6;
  static final int BATCH = 500;
  static final int POLLS = 5;
  static final int ROUND = LANES * BATCH * POLLS;
  private static final int KEYS = 1000;
  private static final int VALUE_BYTES = 100;
  private static final Duration LINGER = Duration.ofMillis(50);

  /** What is kept in order. */
  @Param({"LANE", "KEY", "NONE"})
  public Ordering ordering;

  /** The most records of a chunk. */
  @Param("500")
  public int chunk;

  private PreparedBatch[] templates;
  private EngineUnderLoad engine;

  /** Made by JMH. */
  public CoreThroughput() {}

  /** Makes the records and the engine. */
  @Setup(Level.Trial)
  public void open() {
    templates = new PreparedBatch[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      int shift = lane * 7;
      templates[lane] = PreparedBatch.of(BATCH, i -> "key-" + (i * 37 + shift) % KEYS, VALUE_BYTES);
    }
    Future<Outcome> done = Future.succeededFuture(Outcome.DONE);
    engine =
        new EngineUnderLoad(
            new EngineFigures().chunk(chunk, 1L << 20, LINGER).ordering(ordering),
            ChunkHandler.of(TaskLimits.limit(Duration.ofMinutes(1)), (records, context) -> done),
            LANES);
  }

  /** One round. */
  @Benchmark
  @OperationsPerInvocation(ROUND)
  public void records() {
    for (int poll = 0; poll < POLLS; poll++) {
      engine.deliver(templates);
    }
    engine.pass(LINGER);
  }

  /** A figure of an engine that loses something is none. */
  @TearDown(Level.Trial)
  public void check() {
    engine.requireAllSettled();
  }
}
