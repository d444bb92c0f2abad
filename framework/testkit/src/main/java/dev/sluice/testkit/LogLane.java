package dev.sluice.testkit;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import java.util.Arrays;
import java.util.Optional;

/** A lane of a log: positions are fixed, settling one settles everything before it. */
final class LogLane extends FakeLane {
  private long[] positions = new long[16];
  private long end;
  private long committed;
  private int cursor;
  private Carried carried = Carried.NONE;

  LogLane(String name) {
    super(name);
  }

  @Override
  public void append(FakeRecord appended) {
    int index = records().size();
    super.append(appended);
    if (index == positions.length) {
      positions = Arrays.copyOf(positions, index * 2);
    }
    positions[index] = end++;
  }

  /** Leaves positions out, as compaction and transaction markers do. */
  void gap(int left) {
    end += left;
  }

  long end() {
    return end;
  }

  long committed() {
    return committed;
  }

  long position(int index) {
    return positions[index];
  }

  @Override
  public boolean settled(int index) {
    return positions[index] < committed;
  }

  @Override
  public int settledRecords() {
    return indexFrom(committed);
  }

  @Override
  public int unread() {
    return records().size() - cursor;
  }

  @Override
  public Carried carried() {
    return carried;
  }

  @Override
  ResumePoint rewind() {
    cursor = indexFrom(committed);
    return new ResumePoint(committed, carried);
  }

  @Override
  void seek(long position) {
    committed = Math.max(committed, position);
    cursor = indexFrom(position);
  }

  @Override
  public int[] next(int max) {
    int[] indexes = new int[Math.min(max, unread())];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = cursor + i;
    }
    return indexes;
  }

  @Override
  Optional<Batch> take(int max) {
    int count = Math.min(max, unread());
    if (count <= 0) {
      return Optional.empty();
    }
    FakeRecord[] taken = new FakeRecord[count];
    for (int i = 0; i < count; i++) {
      taken[i] = records().get(cursor + i);
    }
    long[] at = Arrays.copyOfRange(positions, cursor, cursor + count);
    cursor += count;
    long next = cursor < records().size() ? positions[cursor] : end;
    return Optional.of(new FakeBatch(at, taken, next));
  }

  @Override
  void settle(Settlement settlement) {
    if (settlement instanceof Settlement.Done done) {
      // A position that goes back is what a broker would take, too.
      committed = done.next();
      carried = done.carried();
    }
  }

  @Override
  public int[] covered(Settlement settlement) {
    int from = indexFrom(Math.min(committed, settlement.from()));
    int next = Math.max(from, indexFrom(settlement.next()));
    int[] indexes = new int[next - from];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = from + i;
    }
    return indexes;
  }

  @Override
  public int indexAt(long position) {
    int index = indexFrom(position);
    if (index == records().size() || positions[index] != position) {
      throw new IllegalArgumentException(name() + " has no record at position " + position);
    }
    return index;
  }

  @Override
  public boolean isLog() {
    return true;
  }

  @Override
  public int indexFrom(long position) {
    int found = Arrays.binarySearch(positions, 0, records().size(), position);
    return found >= 0 ? found : -found - 1;
  }
}
