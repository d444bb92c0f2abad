package dev.sluice.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The books of one lane as it is owned now. Records are numbered in the order of their arrival;
 * each ends in one way (done, dead-lettered, delayed, skipped, handed back), in any order, and what
 * has ended is settled with the source in the way the source can: up to the first hole, or record
 * by record.
 *
 * <p>Not thread-safe: owned by the engine's event loop. Memory is a few bits a record between the
 * first one that has not ended and the last received, and one reference a batch; the caller bounds
 * that span. Nothing here reads a clock.
 */
public abstract sealed class LaneLedger permits CumulativeLedger, IndividualLedger {
  private final LaneRef lane;
  final RecordWindow window;
  final BitWindow passed = new BitWindow();
  private final BitWindow dead = new BitWindow();
  private final BitWindow skipped = new BitWindow();
  private final BitWindow delayed = new BitWindow();
  private final List<Carried.Stretch> before;
  private int beforeAt;
  final LaneStates states;
  long unsettled;

  LaneLedger(LaneRef lane, ResumePoint at) {
    this.lane = lane;
    this.window = new RecordWindow(at.position());
    this.before = at.carried().beyond();
    this.states = new LaneStates(at.carried().states());
  }

  /**
   * Opens the books of a lane.
   *
   * @param at where it goes on
   * @param settling how its source settles
   */
  public static LaneLedger of(LaneRef lane, ResumePoint at, Settling settling) {
    return settling.individual()
        ? new IndividualLedger(lane, at, settling.carries())
        : new CumulativeLedger(lane, at, settling.carries());
  }

  /** The lane with its generation. */
  public final LaneRef lane() {
    return lane;
  }

  /**
   * Takes records in. What an earlier owner had done already is done at once.
   *
   * @return the number of the first record; the others follow it
   * @throws IllegalArgumentException when they do not follow what was received before
   */
  public final long receive(Positions batch) {
    if (batch.position(0) < window.nextPosition()) {
      throw new IllegalArgumentException(
          lane.name()
              + " was delivered position "
              + batch.position(0)
              + " after "
              + window.nextPosition());
    }
    long first = window.add(batch);
    for (int i = 0; beforeAt < before.size() && i < batch.size(); i++) {
      long position = batch.position(i);
      while (beforeAt < before.size() && before.get(beforeAt).next() <= position) {
        beforeAt++;
      }
      if (beforeAt < before.size() && before.get(beforeAt).from() <= position) {
        done(first + i, first + i + 1);
      }
    }
    return first;
  }

  /** The first record from a number on that has not ended, at most {@code limit}. */
  public final long nextOpen(long from, long limit) {
    return passed.nextClear(remembered(from, limit), limit);
  }

  /** The first record from a number on that has ended, at most {@code limit}. */
  public final long nextEnded(long from, long limit) {
    return from < Math.min(oldest(), limit) ? from : passed.nextSet(from, limit);
  }

  /** What is not remembered has ended and is confirmed, whatever the bits say. */
  private long remembered(long from, long limit) {
    return Math.min(limit, Math.max(from, oldest()));
  }

  /** Records are processed; those that have ended already stay as they are. */
  public final void done(long from, long to) {
    pass(from, to);
  }

  /** Records are passed over by policy. */
  public final void skipped(long from, long to) {
    for (long n = nextOpen(from, to); n < to; n = nextOpen(n + 1, to)) {
      skipped.set(n, n + 1);
    }
    pass(from, to);
  }

  /** A record is given up and its dead letter confirmed. */
  public final void deadLettered(long number) {
    end(number, dead);
  }

  /** A record is kept elsewhere to come again later, and that is confirmed. */
  public final void delayed(long number) {
    end(number, delayed);
  }

  /** A record has failed, and its source keeps it to come again later. */
  public final void retryLater(long number, Duration after, String error) {
    end(number, delayed, new Fate(Optional.of(after), error));
  }

  /** A record is given up, and its source keeps it as dead. */
  public final void dead(long number, String error) {
    end(number, dead, new Fate(Optional.empty(), error));
  }

  private void end(long number, BitWindow how, Fate fate) {
    if (nextOpen(number, number + 1) == number) {
      keep(number, fate);
      end(number, how);
    }
  }

  /** Remembers what the source is to be told of a record. */
  abstract void keep(long number, Fate fate);

  /** The number of the record that was received at a position and has not ended, or -1. */
  public final long openAt(long position) {
    long number = window.numberAt(position);
    return number < window.next()
            && window.positionAt(number) == position
            && nextOpen(number, number + 1) == number
        ? number
        : -1;
  }

  private void end(long number, BitWindow how) {
    if (nextOpen(number, number + 1) == number) {
      how.set(number, number + 1);
      pass(number, number + 1);
    }
  }

  private void pass(long from, long to) {
    long first = remembered(from, to);
    long fresh = to - first - passed.count(first, to);
    if (fresh > 0) {
      passed.set(first, to);
      unsettled += fresh;
      changed();
    }
  }

  /**
   * Records are not processed by this owner; they stay a hole for a cumulative source and are
   * handed back to an individual one. Those that have ended already stay as they are.
   *
   * @return how many of them are out of the books by that, with no answer to wait for; a cumulative
   *     source's records are counted each time
   */
  public abstract long handBack(long from, long to);

  /** Keeps a handler's state with the record at which it goes on; replaces an earlier one there. */
  public final void keepState(long position, byte[] state) {
    states.put(position, state);
    changed();
  }

  /** A state has come with a record, from the source that keeps it. */
  public final void giveState(ResumeState kept) {
    states.put(kept.position(), kept.state());
  }

  /** What all states of the lane take together, {@link ResumeState#OVERHEAD} for each included. */
  public final long stateBytes() {
    return states.bytes();
  }

  /** A state is of no use any more. */
  public final void forgetState(long position) {
    if (states.remove(position)) {
      changed();
    }
  }

  /**
   * A checkpoint has left no state that anybody needs; whoever waits for it to be stored waits for
   * the next settlement all the same.
   */
  public final void passState() {
    states.pass();
    changed();
  }

  /** Whether a state is kept with the record at a position. */
  public final boolean hasState(long position) {
    return states.get(position) != null;
  }

  /** Whether any state is kept. */
  public final boolean hasStates() {
    return !states.isEmpty();
  }

  /** The state kept with a record, or null. */
  public final byte[] state(long position) {
    return states.get(position);
  }

  /**
   * Tells changes apart: whatever was kept up to a version is stored once {@link #storedVersion()}
   * has reached it.
   */
  public final long version() {
    return states.version();
  }

  /** The version that the source has confirmed. */
  public abstract long storedVersion();

  abstract void changed();

  /** Records that have ended and wait for the source's confirmation. */
  public final long unsettled() {
    return unsettled;
  }

  /** The first number that is still remembered. */
  public final long oldest() {
    return window.next() - span();
  }

  /** Records that have ended and that no confirmed settlement covers, carried or not. */
  public abstract long unsaved();

  /** Numbers given out and still remembered: what bounds the memory of these books. */
  public abstract long span();

  /**
   * The first number that is not over and done with but for the source's confirmation of a
   * settlement that can be asked for now.
   */
  public abstract long firstHeld();

  /** Records from {@link #firstHeld()} on: they have not ended, or wait for one that has not. */
  public final long held() {
    return window.next() - firstHeld();
  }

  /** The position before which everything has ended and is confirmed. */
  public abstract long settledPosition();

  /** True when there is something to settle, asked for or not. */
  public abstract boolean dirty();

  /** What to settle now, none of it outstanding already. Each is answered below. */
  public abstract List<Settlement> take();

  /**
   * What may be settled of a lane that is being given up, after which {@link #take} gives nothing.
   */
  public abstract List<Settlement> takeFinal();

  /** The source confirmed a settlement, or a part of one. */
  public abstract Counts settled(Settlement settlement);

  /** The source did not settle; the same records will be offered again. */
  public abstract void failed(Settlement settlement);

  /**
   * The records of a settlement are not ours any more.
   *
   * @return what ended by it; nothing when only the whole lane can be lost
   */
  public abstract Counts stale(Settlement settlement);

  /** How many records of a stretch have not ended. */
  final long open(long from, long to) {
    long first = remembered(from, to);
    return to - first - passed.count(first, to);
  }

  /** What an earlier owner had done at or after a position and nobody has received yet. */
  final List<Carried.Stretch> beforeFrom(long position) {
    List<Carried.Stretch> rest = new ArrayList<>();
    for (int i = beforeAt; i < before.size(); i++) {
      Carried.Stretch stretch = before.get(i);
      if (stretch.next() > position) {
        rest.add(new Carried.Stretch(Math.max(position, stretch.from()), stretch.next()));
      }
    }
    return rest;
  }

  final Counts count(long from, long to) {
    long all = passed.count(from, to);
    long deadOnes = dead.count(from, to);
    long skippedOnes = skipped.count(from, to);
    long delayedOnes = delayed.count(from, to);
    return new Counts(
        all - deadOnes - skippedOnes - delayedOnes, deadOnes, skippedOnes, 0, delayedOnes);
  }

  final void forget(long below) {
    window.dropBelow(below);
    passed.dropBelow(below);
    dead.dropBelow(below);
    skipped.dropBelow(below);
    delayed.dropBelow(below);
  }
}
