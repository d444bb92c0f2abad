package dev.sluice.testkit;

import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import dev.sluice.runtime.EngineFigures;
import java.time.Duration;
import java.util.Objects;

/**
 * What a {@link WorkerHarness} would read from {@code pipeline.yaml}. The values to begin with make
 * tests easy to read: chunks of at most ten records that do not linger, four tries at once, three
 * attempts two seconds apart. Not thread-safe.
 */
public final class WorkerOptions {
  private boolean log = true;
  private int chunkRecords = 10;
  private Duration linger = Duration.ZERO;
  private int chunks = 4;
  private int records = 1000;
  private int attempts = 3;
  private Duration backoffInitial = Duration.ofSeconds(2);
  private Duration backoffMax = Duration.ofSeconds(30);
  private OnFailure then = OnFailure.STOP;
  private OnFailure malformed = OnFailure.STOP;
  private Duration limit;
  private Duration commit = Duration.ofSeconds(10);
  private Duration close = Duration.ofSeconds(10);

  /** The values of the class comment. */
  public WorkerOptions() {}

  /** Records come from queues, which settle each by itself, not from logs. */
  public WorkerOptions queue() {
    log = false;
    return this;
  }

  /**
   * {@code pipeline.chunk.records}.
   *
   * @param most at least 1
   */
  public WorkerOptions chunkRecords(int most) {
    chunkRecords = positive("chunkRecords", most);
    return this;
  }

  /** {@code pipeline.chunk.linger}. */
  public WorkerOptions linger(Duration wait) {
    linger = Objects.requireNonNull(wait, "linger");
    return this;
  }

  /**
   * {@code pipeline.concurrency.chunks}.
   *
   * @param most at least 1
   */
  public WorkerOptions chunksAtOnce(int most) {
    chunks = positive("chunksAtOnce", most);
    return this;
  }

  /**
   * {@code pipeline.concurrency.records}.
   *
   * @param most at least 1
   */
  public WorkerOptions recordsHeld(int most) {
    records = positive("recordsHeld", most);
    return this;
  }

  /**
   * {@code pipeline.retry.attempts}.
   *
   * @param tries at least 1
   */
  public WorkerOptions attempts(int tries) {
    attempts = positive("attempts", tries);
    return this;
  }

  /** {@code pipeline.retry.backoff}; pauses are half of these at least, and never more. */
  public WorkerOptions backoff(Duration initial, Duration max) {
    backoffInitial = Objects.requireNonNull(initial, "initial");
    backoffMax = Objects.requireNonNull(max, "max");
    return this;
  }

  /** {@code pipeline.retry.then}. */
  public WorkerOptions then(OnFailure afterTheLastTry) {
    then = afterTheLastTry;
    return this;
  }

  /** {@code pipeline.malformed}. */
  public WorkerOptions malformed(OnFailure what) {
    malformed = what;
    return this;
  }

  /** {@code pipeline.limits.<handler>.limit}, for a task that does not declare its own. */
  public WorkerOptions limit(Duration forOneTry) {
    limit = Objects.requireNonNull(forOneTry, "limit");
    return this;
  }

  /** {@code shutdown.commit} and {@code shutdown.close}. */
  public WorkerOptions shutdown(Duration toSettle, Duration toClose) {
    commit = Objects.requireNonNull(toSettle, "commit");
    close = Objects.requireNonNull(toClose, "close");
    return this;
  }

  FakeBroker broker() {
    return log ? FakeBroker.log() : FakeBroker.queue();
  }

  EngineFigures figures(TaskLimits declared) {
    Duration ceiling = limit == null ? declared.limit().orElse(null) : limit;
    if (ceiling == null) {
      throw new IllegalArgumentException(
          "the handler leaves its limit to the deployment: set one with WorkerOptions.limit(...)");
    }
    return new EngineFigures()
        .named("test", "handler")
        .chunk(chunkRecords, Long.MAX_VALUE, linger)
        .concurrency(chunks, records, Long.MAX_VALUE)
        .limit(ceiling, declared.checkpointEvery().orElse(ceiling))
        .shutdown(commit, close)
        .retry(attempts, backoffInitial, backoffMax, then)
        .malformed(malformed);
  }

  private static int positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
    return value;
  }
}
