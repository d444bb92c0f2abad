package dev.sluice.progress;

import java.util.ArrayDeque;

/**
 * Numbers the records of a lane in the order of their arrival, without holes, and knows where each
 * stands for as long as it is needed. One entry a batch. Not thread-safe.
 */
final class RecordWindow {

  private record Entry(Positions batch, long first) {
    long end() {
      return first + batch.size();
    }
  }

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long next;
  private long nextPosition;

  RecordWindow(long position) {
    this.nextPosition = position;
  }

  /** The number that the next record will get. */
  long next() {
    return next;
  }

  /** The position after everything that has arrived. */
  long nextPosition() {
    return nextPosition;
  }

  /** Takes a batch in; its first record gets the number returned. */
  long add(Positions batch) {
    long first = next;
    entries.addLast(new Entry(batch, first));
    next += batch.size();
    nextPosition = batch.nextPosition();
    return first;
  }

  /** Where everything before a number ends: the position of that record, or after the last one. */
  long positionAt(long number) {
    if (number >= next) {
      return nextPosition;
    }
    for (Entry entry : entries) {
      if (number < entry.end()) {
        return entry.batch.position((int) (number - entry.first));
      }
    }
    throw new IllegalArgumentException("record " + number + " of " + next + " is forgotten");
  }

  /** The position after a record, gaps that follow it inside its batch included. */
  long positionAfter(long number) {
    for (Entry entry : entries) {
      if (number < entry.end()) {
        return number + 1 == entry.end()
            ? entry.batch.nextPosition()
            : entry.batch.position((int) (number + 1 - entry.first));
      }
    }
    throw new IllegalArgumentException("record " + number + " of " + next + " is forgotten");
  }

  /** The number of the first record at or after a position; of the next one when there is none. */
  long numberAt(long position) {
    for (Entry entry : entries) {
      if (position < entry.batch.nextPosition()) {
        return entry.first + indexAt(entry.batch, position);
      }
    }
    return next;
  }

  private static int indexAt(Positions batch, long position) {
    int low = 0;
    int high = batch.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (batch.position(middle) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Forgets batches that lie before a number altogether. */
  void dropBelow(long number) {
    while (!entries.isEmpty() && entries.peekFirst().end() <= number) {
      entries.removeFirst();
    }
  }
}
