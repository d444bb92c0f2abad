package dev.sluice.audit.launch;

/** What becomes of the stop signal on its way to the program. */
public enum SignalPath {
  /** The program gets it. */
  REACHES,
  /** A shell keeps it: the program never hears of it and is killed when the wait is over. */
  KEPT_BY_SHELL,
  /** A shell in front ends at once, and the container with it. */
  ENDS_AT_ONCE,
  /** A shell in front ends at once and leaves the program behind, with nobody who watches it. */
  ORPHANS_PROGRAM,
  /** It can't be told. */
  UNKNOWN
}
