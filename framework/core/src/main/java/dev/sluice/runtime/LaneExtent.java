package dev.sluice.runtime;

import dev.sluice.spi.Batch;

/** How far a lane has been received and where it ends, as the source says. On the event loop. */
final class LaneExtent {
  private long receivedNext;
  private long end;

  LaneExtent(long position) {
    receivedNext = position;
    end = position;
  }

  /** The next position to receive. */
  long receivedNext() {
    return receivedNext;
  }

  /** A batch has arrived. */
  void received(Batch batch) {
    receivedNext = Math.max(receivedNext, batch.nextPosition());
  }

  /** Where the lane ends, as the source said last. */
  void end(long position) {
    end = position;
  }

  /** Records between what was received and the end of the lane, gaps counted as records. */
  long lag() {
    return Math.max(0, end - receivedNext);
  }

  /** Records between what is settled and the end of the lane, gaps counted as records. */
  long remaining(long settledPosition) {
    return Math.max(0, Math.max(end, receivedNext) - settledPosition);
  }
}
