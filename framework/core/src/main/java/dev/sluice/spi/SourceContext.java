package dev.sluice.spi;

import dev.sluice.time.Clock;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a source is given beside its own settings.
 *
 * @param vertx the worker's Vert.x instance
 * @param clock monotonic time
 * @param pipeline the pipeline's name, for client ids
 * @param figures the derived figures a source must fit its own time-outs to
 * @param chunkRecords the most records a chunk may have
 * @param identity the name this worker keeps over restarts, if it has one
 * @param retryDelays the delays after which records come again that failed in place, in order; only
 *     a source with {@link Capability#DELAYED_RETRY} is given any
 * @param states where resume states go that are too large for the source itself, open before the
 *     source is and closed after it; only for a source that {@link SourceProvider#usesStateStore()}
 * @param kinds the kinds of records that the pipeline has handlers for, as {@code pipeline.kinds}
 *     names them; a lane has records of one of them, and {@link Source#kind} says of which. Empty
 *     with one handler for all records; only for a source that {@link SourceProvider#takesKinds()}
 * @param attempts how often a record is tried that has no figure of its own; for a source that
 *     counts attempts ({@link Batch#attempt}), and puts an end to records whose owners are gone
 *     each time
 * @param work how what the source delivers is worked on
 */
public record SourceContext(
    Vertx vertx,
    Clock clock,
    String pipeline,
    Figures figures,
    int chunkRecords,
    Optional<InstanceIdentity> identity,
    List<Duration> retryDelays,
    Optional<StateStore> states,
    Set<String> kinds,
    int attempts,
    Work work) {

  /** What {@code pipeline.retry.attempts} is unless given. */
  private static final int ATTEMPTS = 5;

  /** Copies the collections. */
  public SourceContext {
    retryDelays = List.copyOf(retryDelays);
    kinds = Set.copyOf(kinds);
  }

  /** With the attempts that a pipeline has unless it says otherwise. */
  public SourceContext(
      Vertx vertx,
      Clock clock,
      String pipeline,
      Figures figures,
      int chunkRecords,
      Optional<InstanceIdentity> identity,
      List<Duration> retryDelays,
      Optional<StateStore> states,
      Set<String> kinds) {
    this(
        vertx,
        clock,
        pipeline,
        figures,
        chunkRecords,
        identity,
        retryDelays,
        states,
        kinds,
        ATTEMPTS,
        Work.ONE_CHUNK);
  }

  /**
   * For a worker with one handler, without a lasting name, without delays or a place for large
   * resume states.
   */
  public SourceContext(
      Vertx vertx, Clock clock, String pipeline, Figures figures, int chunkRecords) {
    this(
        vertx,
        clock,
        pipeline,
        figures,
        chunkRecords,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Set.of());
  }

  /** The same for a pipeline with a handler for each kind. */
  public SourceContext withKinds(Set<String> named) {
    return new SourceContext(
        vertx,
        clock,
        pipeline,
        figures,
        chunkRecords,
        identity,
        retryDelays,
        states,
        named,
        attempts,
        work);
  }

  /** The same for a pipeline that tries a record so often. */
  public SourceContext withAttempts(int most) {
    return new SourceContext(
        vertx,
        clock,
        pipeline,
        figures,
        chunkRecords,
        identity,
        retryDelays,
        states,
        kinds,
        most,
        work);
  }

  /** The same for a pipeline that works so. */
  public SourceContext withWork(Work done) {
    return new SourceContext(
        vertx,
        clock,
        pipeline,
        figures,
        chunkRecords,
        identity,
        retryDelays,
        states,
        kinds,
        attempts,
        done);
  }

  /**
   * The derived figures a source needs (docs/shutdown-chain.md).
   *
   * @param need the longest a started try may still take when a stop arrives
   * @param commit the time to settle
   * @param close the time to leave
   * @param margin slack between two layers
   */
  public record Figures(Duration need, Duration commit, Duration close, Duration margin) {}

  /**
   * How what a source delivers is worked on: what the time that a record is held follows from
   * (docs/shutdown-chain.md).
   *
   * @param limit the ceiling of one try
   * @param linger how long a partial chunk waits for more records
   * @param chunks how many chunks run at once, at least 1
   * @param ordered whether chunks of a lane may have to wait for one another
   * @param firstPause the pause after the first failed try
   * @param longestPause the longest pause between two tries
   */
  public record Work(
      Duration limit,
      Duration linger,
      int chunks,
      boolean ordered,
      Duration firstPause,
      Duration longestPause) {

    /** One chunk after the other, each at once and without a limit worth the name. */
    public static final Work ONE_CHUNK =
        new Work(Duration.ZERO, Duration.ZERO, 1, true, Duration.ZERO, Duration.ZERO);
  }
}
