package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.LapOrder;

/**
 * What a contestant is asked to do: to look at every message of a queue and to leave it empty, with
 * nothing unacknowledged.
 *
 * @param url the broker
 * @param data the directory of the broker's data, through which it says what a queue holds
 * @param queue nobody else's, full
 * @param queueType what kind of queue, as the broker calls it
 * @param records how many messages it has; whole chunks, for a stream has no end to wait for
 * @param chunk how many are worked on and acknowledged at once
 * @param prefetch the most that are delivered and not acknowledged
 */
record RabbitLap(
    String url, String data, String queue, String queueType, int records, int chunk, int prefetch)
    implements LapOrder {
  /** Bytes of a message's body. */
  static final int BODY = 120;

  /** What is done with a message. */
  static void look(byte[] body) {
    if (body.length != BODY) {
      throw new IllegalStateException("a message of " + body.length + " bytes");
    }
  }
}
