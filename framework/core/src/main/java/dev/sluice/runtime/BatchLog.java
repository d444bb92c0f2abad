package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.List;

/** Finds the batch of a numbered record, for as long as records of it are not cut. On the loop. */
final class BatchLog {

  /** A batch and the number of its first record. */
  static final class Entry {
    final Batch batch;
    final long first;
    private int uncut;

    private Entry(Batch batch, long first) {
      this.batch = batch;
      this.first = first;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private int head;

  /** Takes in so many records of a batch. */
  Entry add(Batch batch, long first, int records) {
    Entry last = entries.size() == head ? null : entries.get(entries.size() - 1);
    if (last == null || last.first != first) {
      last = new Entry(batch, first);
      entries.add(last);
    }
    last.uncut += records;
    return last;
  }

  /** The batch of a record that is not cut yet. */
  Entry find(long number) {
    int low = head;
    int high = entries.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (entries.get(middle).first <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return entries.get(low);
  }

  /** A record of the batch has been cut. */
  void cut(Entry entry) {
    entry.uncut--;
    if (entry.uncut == 0) {
      trim();
    }
  }

  private void trim() {
    while (head < entries.size() && entries.get(head).uncut == 0) {
      entries.set(head, null);
      head++;
    }
    if (head > 32 && head * 2 > entries.size()) {
      entries.subList(0, head).clear();
      head = 0;
    }
  }

  void clear() {
    entries.clear();
    head = 0;
  }
}
