package dev.sluice.progress;

import java.util.ArrayList;
import java.util.List;

/** The books of a lane kept record by record, as nobody would in production. */
final class NaiveLane {

  /** One delivered record. */
  static final class Entry {
    final long position;
    final long next;
    boolean done;
    boolean settled;

    Entry(long position, long next) {
      this.position = position;
      this.next = next;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private final long start;
  private long settledPosition;

  NaiveLane(long start) {
    this.start = start;
    this.settledPosition = start;
  }

  Entry add(long position, long next) {
    Entry entry = new Entry(position, next);
    entries.add(entry);
    return entry;
  }

  long watermark() {
    long watermark = start;
    for (Entry entry : entries) {
      if (!entry.done) {
        break;
      }
      watermark = entry.next;
    }
    return watermark;
  }

  /** Marks everything before a position as settled and says how much of it was not. */
  long settle(long next) {
    long fresh = 0;
    for (Entry entry : entries) {
      if (entry.position < next && !entry.settled) {
        if (!entry.done) {
          throw new AssertionError(entry.position + " is settled before it is done");
        }
        entry.settled = true;
        fresh++;
      }
    }
    settledPosition = Math.max(settledPosition, next);
    return fresh;
  }

  long settledPosition() {
    return settledPosition;
  }

  long recordsBetween(long from, long next) {
    return entries.stream().filter(e -> e.position >= from && e.position < next).count();
  }

  long open() {
    return entries.stream().filter(entry -> !entry.done).count();
  }

  long unsettled() {
    return entries.stream().filter(entry -> entry.done && !entry.settled).count();
  }
}
