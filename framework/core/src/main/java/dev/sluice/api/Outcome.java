package dev.sluice.api;

/** How a try ended, in the handler's own words. A failure is not an outcome: it is thrown. */
public enum Outcome {
  /** Every record of the chunk is processed and may be settled. */
  DONE,
  /**
   * The records up to the last checkpoint are processed, the rest is handed back. Allowed only
   * while {@link TryContext#draining()} is true; at any other time the try counts as failed.
   */
  STOPPED
}
