package dev.sluice.config;

/** What happens to work that can't be done. */
public enum OnFailure {
  /** Its lane stops and the worker is not ready any more; nothing is lost or skipped. */
  STOP,
  /** It is logged, counted and settled as if it were done. */
  SKIP
}
