package dev.sluice.kafka;

/**
 * What becomes of a lane whose position is not in the log: retention has overtaken it, or the topic
 * was made anew.
 */
public enum OutOfRange {
  /** The lane stops, until somebody moves the group's position. Nothing is skipped. */
  STOP,
  /** The lane goes on at the oldest record there is. */
  EARLIEST,
  /** The lane goes on with what is written from now on. */
  LATEST
}
