package dev.sluice.spi;

/**
 * Whether a source has run dry. A worker without lanes is never idle: it may only have come too
 * early.
 */
public enum Idleness {
  /** Lanes are assigned, every lane of the source has an owner, all of ours are read to the end. */
  IDLE,
  /** This worker has no lanes. */
  NO_LANES,
  /** Some lane of the source has no owner yet. */
  UNOWNED_LANES,
  /** There is something left to read. */
  BEHIND
}
