package dev.sluice.runtime;

import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.config.RetryRule;
import dev.sluice.progress.OwnerMark;
import dev.sluice.spi.Source;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The figures an {@link EngineAssembly} is made with, for code outside of a worker. Begins with the
 * defaults of {@code pipeline.yaml}; not checked against each other, because a worker's are checked
 * where the file is read. Not thread-safe.
 */
public final class EngineFigures {
  private String name = "pipeline";
  private String handler = "handler";
  private int chunkRecords = 500;
  private long chunkBytes = 1L << 20;
  private Duration linger = Duration.ofMillis(50);
  private int chunks = 8;
  private int records = 16_000;
  private long bytes = 64L << 20;
  private Duration limit = Duration.ofSeconds(60);
  private Duration need = Duration.ofSeconds(60);
  private Duration commit = Duration.ofSeconds(10);
  private Duration close = Duration.ofSeconds(10);
  private int attempts = 5;
  private Duration backoffInitial = Duration.ofMillis(200);
  private Duration backoffMax = Duration.ofSeconds(30);
  private OnFailure then = OnFailure.STOP;
  private OnFailure malformed = OnFailure.STOP;
  private OnFailure missingId = OnFailure.STOP;
  private Ordering ordering = Ordering.LANE;
  private Optional<Duration> checkpointEvery = Optional.empty();
  private List<RetryRule> rules = List.of();
  private int ceiling = 100;
  private Duration ceilingPer = Duration.ofMinutes(1);

  /** The defaults of {@code pipeline.yaml}, and a handler with a limit of one minute. */
  public EngineFigures() {}

  /**
   * What reports and messages call the pipeline and its handler.
   *
   * @param pipeline the pipeline's name
   * @param task the handler's name
   */
  public EngineFigures named(String pipeline, String task) {
    name = pipeline;
    handler = task;
    return this;
  }

  /**
   * How records are grouped.
   *
   * @param mostRecords the most records of a chunk, at least 1
   * @param mostBytes the most bytes of a chunk, unless one record alone is larger
   * @param wait how long a chunk that is not full waits for more
   */
  public EngineFigures chunk(int mostRecords, long mostBytes, Duration wait) {
    chunkRecords = mostRecords;
    chunkBytes = mostBytes;
    linger = wait;
    return this;
  }

  /**
   * How much is worked on and held at once.
   *
   * @param mostChunks the most tries at once, at least 1
   * @param mostRecords the most records all lanes hold before they are paused
   * @param mostBytes the most bytes all lanes hold before they are paused
   */
  public EngineFigures concurrency(int mostChunks, int mostRecords, long mostBytes) {
    chunks = mostChunks;
    records = mostRecords;
    bytes = mostBytes;
    return this;
  }

  /**
   * The task's limits.
   *
   * @param forOneTry the ceiling for one try
   * @param forADrain what a drain must be able to wait for: the limit, or the longest time between
   *     two checkpoints where the task declares it
   */
  public EngineFigures limit(Duration forOneTry, Duration forADrain) {
    limit = forOneTry;
    need = forADrain;
    return this;
  }

  /**
   * The shutdown figures that are not a task's.
   *
   * @param toSettle the time to settle
   * @param toLeave the time to close
   */
  public EngineFigures shutdown(Duration toSettle, Duration toLeave) {
    commit = toSettle;
    close = toLeave;
    return this;
  }

  /**
   * What happens when a try fails.
   *
   * @param tries how often a chunk is tried in all, at least 1
   * @param initial the first pause
   * @param max the longest pause
   * @param afterwards what happens after the last try
   */
  public EngineFigures retry(int tries, Duration initial, Duration max, OnFailure afterwards) {
    attempts = tries;
    backoffInitial = initial;
    backoffMax = max;
    then = afterwards;
    return this;
  }

  /** What happens to a record that does not decode. */
  public EngineFigures malformed(OnFailure what) {
    malformed = what;
    return this;
  }

  /** What happens to a record without an id where a store of transactions knows records by it. */
  public EngineFigures missingId(OnFailure what) {
    missingId = what;
    return this;
  }

  /** What is kept in order. */
  public EngineFigures ordering(Ordering kept) {
    ordering = kept;
    return this;
  }

  /** The longest time between two checkpoints that the task promises; it is watched. */
  public EngineFigures checkpointEvery(Duration promised) {
    checkpointEvery = Optional.of(promised);
    return this;
  }

  /** What kinds of failure mean; the first match counts. */
  public EngineFigures rules(List<RetryRule> inOrder) {
    rules = List.copyOf(inOrder);
    return this;
  }

  /**
   * How many dead letters a lane may write before it stops.
   *
   * @param deadLetters at least 1
   * @param per the time they are counted over
   */
  public EngineFigures ceiling(int deadLetters, Duration per) {
    ceiling = deadLetters;
    ceilingPer = per;
    return this;
  }

  EngineSettings settings(Source source, boolean transactions) {
    return new EngineSettings(
        name,
        ordering,
        EngineSettings.settling(source.capabilities(), transactions),
        EngineSettings.stateBytes(source, transactions),
        chunkRecords,
        chunkBytes,
        linger,
        chunks,
        records,
        bytes,
        commit,
        new FailureSettings(
            attempts,
            backoffInitial,
            backoffMax,
            then,
            malformed,
            missingId,
            rules,
            ceiling,
            ceilingPer));
  }

  /** The handler's. */
  TaskSettings task() {
    return new TaskSettings(handler, limit, checkpointEvery);
  }

  Window window() {
    return new Window(name, need, commit, close);
  }

  /** The mark of a worker with these figures. */
  OwnerMark self(RandomGenerator random) {
    return OwnerMark.running(
        name,
        random.nextInt() & Integer.MAX_VALUE,
        0,
        need.plus(commit).plus(close),
        OwnerMark.Layers.UNKNOWN);
  }
}
