package dev.sluice.drain;

/** How a stop went. */
public enum DrainOutcome {
  /** Every record of every started try is settled or checkpointed and settled. */
  CLEAN,
  /** A record of a started try is neither: it was cut, failed, or could not be settled. */
  CUT,
  /** A second signal ended the drain before its time. */
  FORCED;

  /** The word in the drain report. */
  public String word() {
    return switch (this) {
      case CLEAN -> "clean";
      case CUT -> "cut";
      case FORCED -> "forced";
    };
  }
}
