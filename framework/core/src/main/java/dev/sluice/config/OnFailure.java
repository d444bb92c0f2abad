package dev.sluice.config;

/** What happens to work that can't be done. */
@CamelCase
public enum OnFailure {
  /**
   * It is written to {@code pipeline.deadLetter} and settled once that is confirmed, or kept as
   * dead by its source; the lane goes on.
   */
  DEAD_LETTER,
  /** It is logged, counted and settled as if it were done. */
  SKIP,
  /** Its lane stops and the worker is not ready any more; nothing is lost or skipped. */
  STOP
}
