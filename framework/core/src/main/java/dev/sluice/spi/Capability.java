package dev.sluice.spi;

/**
 * How a source settles. The engine asks before it opens a source and refuses what it can't keep.
 */
public enum Capability {
  /** Settling a position settles everything before it in the lane (Kafka). */
  CUMULATIVE,
  /** Every record is settled by itself, in any order (a jobs table, an AMQP queue). */
  INDIVIDUAL,
  /** What a settlement carries is kept with it and given back when the lane is opened again. */
  RESUME_STATE,
  /** Handing back costs nothing and needs no message: what is not settled comes again (Kafka). */
  FREE_HAND_BACK
}
