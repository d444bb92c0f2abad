package dev.sluice.rabbitmq;

/**
 * What becomes of a message without {@code message-id} when the handler works in transactions,
 * which know messages by it.
 */
public enum MissingId {
  /** Its queue stops, until somebody has seen to it. */
  STOP,
  /** It becomes a dead letter. */
  DEAD_LETTER,
  /** It is worked on whenever it is delivered: at least once. */
  AT_LEAST_ONCE
}
