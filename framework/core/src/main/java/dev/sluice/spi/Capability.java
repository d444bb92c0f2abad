package dev.sluice.spi;

/**
 * How a source settles. The engine asks before it opens a source and refuses what it can't keep.
 */
public enum Capability {
  /** Settling a position settles everything before it in the lane (Kafka). */
  CUMULATIVE,
  /** Handing back costs nothing and needs no message: what is not settled comes again (Kafka). */
  FREE_HAND_BACK
}
