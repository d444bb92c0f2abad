package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayDeque;
import java.util.Deque;

/** How much a lane holds between what is settled and what was received. On the event loop. */
final class LaneLoad {

  private record Arrival(long end, long bytes) {}

  private final Deque<Arrival> arrivals = new ArrayDeque<>();
  private long bytes;
  private boolean paused;
  private long toldRecords;
  private long toldUnconfirmed;
  private long toldBytes;

  /** A batch has arrived; {@code end} is the number after its last record. */
  void received(long end, Batch batch) {
    long size = batch.bytes(0, batch.size());
    arrivals.addLast(new Arrival(end, size));
    bytes += size;
  }

  /** Batches before a number are not held any more. */
  void dropBelow(long number) {
    while (!arrivals.isEmpty() && arrivals.peekFirst().end() <= number) {
      bytes -= arrivals.pollFirst().bytes();
    }
  }

  void clear() {
    arrivals.clear();
    bytes = 0;
  }

  long bytes() {
    return bytes;
  }

  /** Whether the source was asked to pause the lane. */
  boolean paused() {
    return paused;
  }

  void paused(boolean now) {
    paused = now;
  }

  long toldRecords() {
    return toldRecords;
  }

  long toldUnconfirmed() {
    return toldUnconfirmed;
  }

  long toldBytes() {
    return toldBytes;
  }

  void told(long records, long unconfirmed, long bytesNow) {
    toldRecords = records;
    toldUnconfirmed = unconfirmed;
    toldBytes = bytesNow;
  }
}
