package dev.sluice.progress;

/**
 * What the engine tells a source about a stretch of one lane. Always carries the lane's generation;
 * a source drops one whose generation is not the current one and counts it as stale.
 */
public sealed interface Settlement {

  /** The lane as it was owned when the work was done. */
  LaneRef lane();

  /** Position of the first record of the stretch. */
  long from();

  /** The position after the stretch: the next record to process, never last + 1. */
  long next();

  /** How many records the stretch has. */
  long records();

  /**
   * The records of the stretch are processed. For a cumulative source everything before {@code
   * next} is.
   */
  record Done(LaneRef lane, long from, long next, long records) implements Settlement {}
}
