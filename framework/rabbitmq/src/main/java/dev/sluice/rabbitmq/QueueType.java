package dev.sluice.rabbitmq;

/** How a queue keeps its messages, which decides how work is handed back. */
public enum QueueType {
  /** On one node; what is handed back goes back to its old place. */
  CLASSIC,
  /** Replicated; what is handed back by itself goes to the end, and counts as a delivery. */
  QUORUM
}
