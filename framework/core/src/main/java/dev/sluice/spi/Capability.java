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
   * An individual source keeps records that are given up, without a dead letter too: it is told
   * {@link dev.sluice.progress.Settlement.Dead} of each. Its provider says the same ({@link
   * SourceProvider#keepsFailed}); a worker whose two differ is refused, for what nobody keeps is
   * lost. A source needs none of this to count attempts and to have failed records come again later
   * ({@link Batch#attempt}).
   */
  KEEPS_FAILED
}
