package dev.sluice.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Numbers the records of a lane in the order of their arrival, without holes, and knows where each
 * stands for as long as it is needed. One entry a batch, found in logarithmic time. Not
 * thread-safe.
 */
final class RecordWindow {
  private static final int WORTH_MOVING = 32;

  private record Entry(Positions batch, long first) {
    long end() {
      return first + batch.size();
    }

    long nextPosition() {
      return batch.nextPosition();
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private int head;
  private Entry found;
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
    entries.add(new Entry(batch, first));
    next += batch.size();
    nextPosition = batch.nextPosition();
    return first;
  }

  /** Where everything before a number ends: the position of that record, or after the last one. */
  long positionAt(long number) {
    if (number >= next) {
      return nextPosition;
    }
    Entry entry = holding(number);
    return entry.batch.position((int) (number - entry.first));
  }

  /** The position after a record, gaps that follow it inside its batch included. */
  long positionAfter(long number) {
    Entry entry = holding(number);
    return number + 1 == entry.end()
        ? entry.nextPosition()
        : entry.batch.position((int) (number + 1 - entry.first));
  }

  private Entry holding(long number) {
    // Mostly one after the other is asked for.
    if (found != null && number >= found.first && number < found.end()) {
      return found;
    }
    int at = firstAbove(number, Entry::end);
    if (at == entries.size() || number < entries.get(at).first) {
      throw new IllegalArgumentException("record " + number + " of " + next + " is forgotten");
    }
    found = entries.get(at);
    return found;
  }

  /** The number of the first record at or after a position; of the next one when there is none. */
  long numberAt(long position) {
    int at = firstAbove(position, Entry::nextPosition);
    if (at == entries.size()) {
      return next;
    }
    Entry entry = entries.get(at);
    return entry.first + indexAt(entry.batch, position);
  }

  /** The first entry that ends above a value. */
  private int firstAbove(long value, ToLongFunction<Entry> end) {
    int low = head;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (end.applyAsLong(entries.get(middle)) <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
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
    found = null;
    while (head < entries.size() && entries.get(head).end() <= number) {
      entries.set(head, null);
      head++;
    }
    if (head == entries.size() || (head >= WORTH_MOVING && head * 2 > entries.size())) {
      entries.subList(0, head).clear();
      head = 0;
    }
  }
}
