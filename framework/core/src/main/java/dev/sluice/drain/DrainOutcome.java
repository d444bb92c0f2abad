package dev.sluice.drain;

/** How a stop went. */
public enum DrainOutcome {
  /**
   * Of every started try everything up to its end, or up to the checkpoint at which it stopped for
   * the drain, is settled.
   */
  CLEAN,
  /**
   * A record of a started try was neither settled nor checkpointed: the try was cut, failed (also
   * one that waited for its retry, or whose lane is stopped) or was abandoned, or its last settle
   * failed. It is handed back.
   */
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
