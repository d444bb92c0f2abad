package dev.sluice.postgres;

/**
 * Tells a step that is committed already from one that is not: steps are numbered, and what a step
 * leaves may be the same as what was there before.
 */
final class StepCount {
  private long next;

  /**
   * Whether the step asked for is not committed yet; the first look says which that is.
   *
   * @param step the number of the last one that is committed
   */
  boolean isLeft(long step) {
    if (next == 0) {
      next = step + 1;
    }
    return step < next;
  }

  /** The number of the step asked for. */
  long next() {
    return next;
  }
}
