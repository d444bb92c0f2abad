package dev.sluice.testkit;

import dev.sluice.progress.Carried;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a {@link FakeBroker} keeps of one lane: its records, what of them is settled, and who owns
 * it. How settling works is the business of {@link LogLane} and {@link QueueLane}.
 */
public abstract sealed class FakeLane permits LogLane, QueueLane {
  private final String name;
  private final List<FakeRecord> records = new ArrayList<>();
  private long generation;
  private FakeSource owner;
  private boolean paused;
  private OwnerMark mark;
  private boolean awaitsPlace;

  FakeLane(String name) {
    this.name = name;
  }

  /** The lane's name. */
  public final String name() {
    return name;
  }

  /** Appends a record. */
  public void append(FakeRecord appended) {
    records.add(appended);
  }

  /** Appends records with these values and no keys. */
  public final void append(String... values) {
    for (String value : values) {
      append(FakeRecord.of(value));
    }
  }

  /** All records ever appended, in their order. */
  public final List<FakeRecord> records() {
    return records;
  }

  /** Whether the record at an index of {@link #records()} is settled. */
  public abstract boolean settled(int index);

  /** How many records are settled. */
  public abstract int settledRecords();

  /** How many records have not been delivered to the present owner and are not settled. */
  public abstract int unread();

  /** What came with the last settled position; nothing where the lane keeps none. */
  public Carried carried() {
    return Carried.NONE;
  }

  /** What is kept of jobs; only where the lane keeps what has failed. */
  public Optional<FakeJobs> jobs() {
    return Optional.empty();
  }

  /** Cancels a job; answers where it was delivered, if somebody has it. */
  OptionalLong cancel(int index) {
    throw new UnsupportedOperationException(name + " has no jobs");
  }

  /** Where the owner has a record that is not settled, if it has it. */
  OptionalLong delivery(int index) {
    throw new UnsupportedOperationException(name + " has no deliveries: it is a log");
  }

  /**
   * The record at an index has no id, by which a store of transactions could know it again.
   *
   * @throws UnsupportedOperationException of a log, whose records are known by their positions
   */
  public void withoutId(int index) {
    throw new UnsupportedOperationException(name + " is a log: its records have no ids anyway");
  }

  /** True while a worker owns the lane. */
  public final boolean owned() {
    return owner != null;
  }

  /** True while this source owns the lane. */
  public final boolean ownedBy(FakeSource source) {
    return owner == source;
  }

  final FakeSource owner() {
    return owner;
  }

  /** True while the present owner has delivery paused. */
  public final boolean paused() {
    return paused;
  }

  /** How often the lane was given to a worker. */
  public final long generation() {
    return generation;
  }

  /** True while a worker owns the lane in this generation. */
  public final boolean owned(long candidate) {
    return owner != null && generation == candidate;
  }

  final void paused(boolean now) {
    paused = now;
  }

  /** Whether the present owner has not said yet where it goes on. */
  final boolean awaitsPlace() {
    return awaitsPlace;
  }

  final void awaitPlace(boolean now) {
    awaitsPlace = now;
  }

  /** What lies before a position is settled, and the first record from it on comes next. */
  abstract void seek(long position);

  /** A new owner: whatever is not settled comes again. */
  final ResumePoint assign(FakeSource to) {
    generation++;
    owner = to;
    paused = false;
    awaitsPlace = false;
    ResumePoint at = rewind();
    Optional<OwnerMark> previous = Optional.ofNullable(mark);
    mark(to.marks().mark());
    return new ResumePoint(at.position(), at.carried(), previous);
  }

  /** The mark that the last owner has left; none before the first. */
  public final Optional<OwnerMark> mark() {
    return Optional.ofNullable(mark);
  }

  final void mark(OwnerMark left) {
    mark = left;
  }

  /** The owner is gone. */
  void unassign() {
    owner = null;
  }

  abstract ResumePoint rewind();

  /** The indexes of the next records that the owner would be handed, at most so many. */
  public abstract int[] next(int max);

  /** The next records for the owner, at most so many; empty when there are none. */
  abstract Optional<Batch> take(int max);

  /** Settles a stretch for the owner. */
  abstract void settle(Settlement settlement);

  /** The indexes of the records a settlement covers, for a cumulative lane of all it implies. */
  public abstract int[] covered(Settlement settlement);

  /** True for a log, which settles positions; false for a queue, which settles records. */
  public abstract boolean isLog();

  /**
   * The index of the first record at or after a position of a log.
   *
   * @throws UnsupportedOperationException for a queue
   */
  public abstract int indexFrom(long position);

  /** The index of the record that was delivered at a position. */
  public abstract int indexAt(long position);
}
