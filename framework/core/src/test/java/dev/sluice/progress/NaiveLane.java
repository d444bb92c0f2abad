package dev.sluice.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The books of a lane kept record by record in plain lists, as nobody would in production. */
final class NaiveLane {

  /** How a record ended. */
  enum End {
    OPEN,
    DONE,
    DEAD,
    SKIPPED,
    DELAYED,
    BACK
  }

  /** One delivered record. */
  static final class Entry {
    final long position;
    End end = End.OPEN;
    boolean asked;
    boolean closed;

    Entry(long position) {
      this.position = position;
    }
  }

  final List<Entry> entries = new ArrayList<>();
  final TreeMap<Long, byte[]> states = new TreeMap<>();
  final Map<Long, Long> batchEnds = new HashMap<>();
  private final ResumePoint at;
  private final boolean individual;
  private long nextPosition;

  NaiveLane(ResumePoint at, boolean individual) {
    this.at = at;
    this.individual = individual;
    this.nextPosition = at.position();
    at.carried().states().forEach(kept -> states.put(kept.position(), kept.state()));
  }

  void receive(Positions batch) {
    for (int i = 0; i < batch.size(); i++) {
      Entry entry = new Entry(batch.position(i));
      if (covers(at.carried(), entry.position)) {
        entry.end = End.DONE;
      }
      entries.add(entry);
    }
    nextPosition = batch.nextPosition();
    batchEnds.put((long) entries.size(), nextPosition);
  }

  static boolean covers(Carried carried, long position) {
    return carried.beyond().stream().anyMatch(s -> s.from() <= position && position < s.next());
  }

  int size() {
    return entries.size();
  }

  long nextPosition() {
    return nextPosition;
  }

  /** Ends what is open in a stretch; how many that were. */
  long end(long from, long to, End how) {
    long fresh = 0;
    for (Entry entry : entries.subList((int) from, (int) to)) {
      if (entry.end == End.OPEN) {
        fresh++;
        // Nobody waits for what a cumulative source will bring again.
        if (how != End.BACK || individual) {
          entry.end = how;
        }
      }
    }
    return fresh;
  }

  /** The first record that has not ended, for a cumulative source; not closed, for another. */
  long head() {
    int head = 0;
    while (head < size() && (individual ? entries.get(head).closed : ended(head))) {
      head++;
    }
    return head;
  }

  boolean ended(int number) {
    return entries.get(number).end != End.OPEN;
  }

  /** Where everything before a record ends. */
  long positionAt(long number) {
    return number < size() ? entries.get((int) number).position : nextPosition;
  }

  /** Where a record ends inside its batch. */
  long positionAfter(long number) {
    Long batchEnd = batchEnds.get(number + 1);
    return batchEnd == null ? positionAt(number + 1) : batchEnd;
  }

  /** Whether a position is known to be done, received or not. */
  boolean knownDone(long position) {
    return position >= nextPosition
        ? covers(at.carried(), position)
        : entries.stream().anyMatch(e -> e.position == position && e.end != End.OPEN);
  }

  /** Whether a record stands at a position, or may come to stand there. */
  boolean isRecord(long position) {
    return position >= nextPosition || entries.stream().anyMatch(e -> e.position == position);
  }

  /** The numbers of the records a settlement names. */
  List<Integer> named(long from, long next) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      long position = entries.get(i).position;
      if (position >= from && position < next) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  /** The source's answer about records; what each ended as. */
  Counts close(List<Integer> numbers, boolean stale) {
    Counts counts = Counts.NONE;
    for (int number : numbers) {
      Entry entry = entries.get(number);
      if (!entry.closed) {
        entry.closed = true;
        counts = counts.plus(one(stale ? End.BACK : entry.end));
      }
      states.subMap(entry.position, positionAt(number + 1)).clear();
    }
    return counts;
  }

  private static Counts one(End end) {
    return switch (end) {
      case DONE -> new Counts(1, 0, 0, 0);
      case DEAD -> new Counts(0, 1, 0, 0);
      case SKIPPED -> new Counts(0, 0, 1, 0);
      case DELAYED -> new Counts(0, 0, 0, 0, 1);
      case BACK -> new Counts(0, 0, 0, 1);
      case OPEN -> throw new AssertionError("a record is settled before it has ended");
    };
  }

  long unsettled() {
    return entries.stream().filter(entry -> entry.end != End.OPEN && !entry.closed).count();
  }

  long open() {
    return entries.stream().filter(entry -> entry.end == End.OPEN).count();
  }
}
