package dev.sluice.spi;

/**
 * How a source settles. The engine asks before it opens a source and refuses what it can't keep.
 */
public enum Capability {
  /** Settling a position settles everything before it in the lane (Kafka). */
  CUMULATIVE,
  /** Every record is settled by itself, in any order (a jobs table, an AMQP queue). */
  INDIVIDUAL,
  /**
   * A cumulative source keeps what is done beyond the settled position, and gives it back when the
   * lane is opened again.
   */
  DONE_BEYOND,
  /**
   * The resume states of handlers are kept and given back: with the lane when it is opened again,
   * or with the batch that brings the record. A cumulative source that keeps them keeps what is
   * done beyond the settled position too, as with {@link #DONE_BEYOND}.
   */
  RESUME_STATE,
  /** Handing back costs nothing and needs no message: what is not settled comes again (Kafka). */
  FREE_HAND_BACK,
  /**
   * Records that failed in place can be kept for some time and come again later, as {@code
   * pipeline.retry.topics} asks; see {@link Source#delayedRetries}.
   */
  DELAYED_RETRY,
  /**
   * A cumulative source goes on at whatever position of a lane the engine says when the lane is
   * opened; see {@link Engine#laneOpened}. Without it handlers can't write in transactions with
   * their position.
   */
  SEEK,
  /**
   * An individual source keeps records that have failed by itself, and counts their attempts
   * ({@link Batch#attempt}): it is told {@link dev.sluice.progress.Settlement.RetryLater} after
   * each failed try of a record that stands alone, and {@link dev.sluice.progress.Settlement.Dead}
   * when it is given up.
   */
  KEEPS_FAILED
}
