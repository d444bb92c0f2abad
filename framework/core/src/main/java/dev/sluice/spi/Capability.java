package dev.sluice.spi;

/** How a source settles. The engine asks before it plans, it never guesses. */
public enum Capability {
  /** Settling a position settles everything before it in the lane (Kafka). */
  CUMULATIVE,
  /** Each stretch is settled by itself, in any order (RabbitMQ, jobs). */
  INDIVIDUAL,
  /** Handing back costs nothing and needs no message: what is not settled comes again (Kafka). */
  FREE_HAND_BACK
}
