package dev.sluice.runtime;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Records of one lane that were passed over by policy and are not settled yet, in lane order. On
 * the event loop.
 */
final class Skips {

  private record Stretch(long nextPosition, int records) {}

  private final Deque<Stretch> stretches = new ArrayDeque<>();

  void add(RawChunk passedOver) {
    stretches.addLast(new Stretch(passedOver.nextPosition(), passedOver.size()));
  }

  /** How many of the records newly settled by a position were passed over; forgets them. */
  long settledUpTo(long position) {
    long records = 0;
    while (!stretches.isEmpty() && stretches.peekFirst().nextPosition() <= position) {
      records += stretches.pollFirst().records();
    }
    return records;
  }
}
