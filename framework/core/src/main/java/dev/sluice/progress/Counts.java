package dev.sluice.progress;

/**
 * How many records an answer of the source has put an end to, by what became of them.
 *
 * @param settled processed, by this owner or, when the source gave it back as done, an earlier one
 * @param deadLettered given up, with a confirmed dead letter
 * @param skipped passed over by policy
 * @param handedBack somebody else's now
 * @param delayed kept, with a confirmation, to come again later in a lane of its own
 */
public record Counts(long settled, long deadLettered, long skipped, long handedBack, long delayed) {

  /** Nothing ended. */
  public static final Counts NONE = new Counts(0, 0, 0, 0);

  /** None of them delayed. */
  public Counts(long settled, long deadLettered, long skipped, long handedBack) {
    this(settled, deadLettered, skipped, handedBack, 0);
  }

  /** All of them together. */
  public long all() {
    return settled + deadLettered + skipped + handedBack + delayed;
  }

  /** These and others. */
  public Counts plus(Counts more) {
    return new Counts(
        settled + more.settled,
        deadLettered + more.deadLettered,
        skipped + more.skipped,
        handedBack + more.handedBack,
        delayed + more.delayed);
  }
}
