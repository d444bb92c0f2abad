package dev.sluice.drain;

/** Why a worker stops, as the drain report says it. */
public enum StopReason {
  /** SIGTERM: scaled down, redeployed, evicted. */
  TERM,
  /** SIGINT: Ctrl-C in a terminal. */
  INT,
  /** {@code --exit-when-idle} was satisfied. */
  IDLE,
  /** The worker cannot go on. */
  FATAL;

  /** The word in the drain report. */
  public String word() {
    return switch (this) {
      case TERM -> "TERM";
      case INT -> "INT";
      case IDLE -> "idle";
      case FATAL -> "fatal";
    };
  }
}
