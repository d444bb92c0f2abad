package dev.sluice.testkit;

import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A lane of a queue: a position is a delivery, every record is settled by itself, and one that is
 * handed back or left by its owner comes again as another delivery, in its old place.
 */
final class QueueLane extends FakeLane {
  private static final byte WAITING = 0;
  private static final byte DELIVERED = 1;
  private static final byte SETTLED = 2;

  private byte[] states = new byte[16];
  private int[] deliveries = new int[16];
  private long[] lastDelivery = new long[16];
  private int delivered;
  private int settled;
  private int waiting;

  private final FakeJobs jobs;
  private final BitSet nameless = new BitSet();

  /**
   * @param keeps whether the lane keeps what has failed
   */
  QueueLane(String name, boolean keeps) {
    super(name);
    this.jobs = keeps ? new FakeJobs() : null;
  }

  @Override
  public Optional<FakeJobs> jobs() {
    return Optional.ofNullable(jobs);
  }

  @Override
  OptionalLong cancel(int index) {
    jobs.cancel(index);
    if (states[index] == WAITING && jobs.returned(index)) {
      waiting--;
      end(index);
    }
    return delivery(index);
  }

  @Override
  OptionalLong delivery(int index) {
    return states[index] == DELIVERED ? OptionalLong.of(lastDelivery[index]) : OptionalLong.empty();
  }

  @Override
  public void withoutId(int index) {
    nameless.set(index);
  }

  @Override
  public void append(FakeRecord appended) {
    int index = records().size();
    super.append(appended);
    if (index == states.length) {
      states = Arrays.copyOf(states, index * 2);
      lastDelivery = Arrays.copyOf(lastDelivery, index * 2);
    }
    states[index] = WAITING;
    waiting++;
  }

  @Override
  public boolean settled(int index) {
    return states[index] == SETTLED;
  }

  @Override
  public int settledRecords() {
    return settled;
  }

  @Override
  public int unread() {
    return waiting;
  }

  @Override
  ResumePoint rewind() {
    release();
    return ResumePoint.at(delivered);
  }

  @Override
  void unassign() {
    super.unassign();
    release();
  }

  private void release() {
    for (int i = 0; i < records().size(); i++) {
      if (states[i] == DELIVERED) {
        comeBack(i, jobs != null && jobs.returned(i));
      }
    }
  }

  private void comeBack(int index, boolean ends) {
    if (ends) {
      end(index);
    } else {
      states[index] = WAITING;
      waiting++;
    }
  }

  private void end(int index) {
    states[index] = SETTLED;
    settled++;
  }

  @Override
  void seek(long position) {
    throw new UnsupportedOperationException("a queue has no positions");
  }

  @Override
  public int[] next(int max) {
    int[] indexes = new int[Math.min(max, waiting)];
    int index = 0;
    for (int i = 0; i < indexes.length; index++) {
      if (states[index] == WAITING) {
        indexes[i++] = index;
      }
    }
    return indexes;
  }

  @Override
  Optional<Batch> take(int max) {
    int[] next = next(max);
    if (next.length == 0) {
      return Optional.empty();
    }
    long[] at = new long[next.length];
    FakeRecord[] taken = new FakeRecord[next.length];
    String[] ids = new String[next.length];
    for (int i = 0; i < next.length; i++) {
      at[i] = deliver(next[i]);
      taken[i] = records().get(next[i]);
      ids[i] = nameless.get(next[i]) ? null : name() + "-" + next[i];
    }
    return Optional.of(new FakeBatch(at, taken, delivered, ids, jobs, next));
  }

  private long deliver(int index) {
    if (delivered == deliveries.length) {
      deliveries = Arrays.copyOf(deliveries, delivered * 2);
    }
    deliveries[delivered] = index;
    lastDelivery[index] = delivered;
    states[index] = DELIVERED;
    waiting--;
    if (jobs != null) {
      jobs.delivered(index);
    }
    return delivered++;
  }

  @Override
  void settle(Settlement settlement) {
    for (int index : covered(settlement)) {
      if (settlement instanceof Settlement.Done) {
        end(index);
      } else {
        comeBack(index, jobs != null && jobs.settle(index, settlement));
      }
    }
  }

  /** What is delivered by exactly these deliveries and neither settled nor handed back since. */
  @Override
  public int[] covered(Settlement settlement) {
    int[] indexes = new int[(int) (settlement.next() - settlement.from())];
    int count = 0;
    for (long at = settlement.from(); at < Math.min(settlement.next(), delivered); at++) {
      int index = deliveries[(int) at];
      if (states[index] == DELIVERED && lastDelivery[index] == at) {
        indexes[count++] = index;
      }
    }
    return Arrays.copyOf(indexes, count);
  }

  @Override
  public boolean isLog() {
    return false;
  }

  @Override
  public int indexFrom(long position) {
    throw new UnsupportedOperationException(name() + " is a queue: positions are deliveries");
  }

  @Override
  public int indexAt(long position) {
    if (position < 0 || position >= delivered) {
      throw new IllegalArgumentException(name() + " has no delivery " + position);
    }
    return deliveries[(int) position];
  }
}
