package dev.sluice.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The books for a source that settles positions: only what lies before the first hole is settled.
 * What is done beyond it is carried along if the source keeps that.
 */
final class CumulativeLedger extends LaneLedger {

  /** More stretches than this are not carried; what lies beyond them may be done again. */
  private static final int MOST_STRETCHES = 4096;

  private record Asked(Settlement.Done settlement, long number, long version, long change) {}

  private final boolean carries;
  private final Deque<Asked> asked = new ArrayDeque<>(2);
  private long watermark;
  private long settledNumber;
  private long settledPosition;
  private long change;
  private long settledChange;
  private long storedVersion;
  private boolean leaving;

  CumulativeLedger(LaneRef lane, ResumePoint at, boolean carries) {
    super(lane, at);
    this.carries = carries;
    this.settledPosition = at.position();
  }

  @Override
  void keep(long number, Fate fate) {
    throw new IllegalStateException(
        lane().name() + " settles positions: it can't keep one record that has failed");
  }

  @Override
  void changed() {
    watermark = passed.nextClear(watermark, window.next());
    change++;
  }

  @Override
  public long handBack(long from, long to) {
    return open(from, to);
  }

  @Override
  public long storedVersion() {
    return storedVersion;
  }

  @Override
  public long unsaved() {
    return carries && !dirty() ? 0 : unsettled();
  }

  @Override
  public long span() {
    return window.next() - settledNumber;
  }

  @Override
  public long firstHeld() {
    return watermark;
  }

  @Override
  public long settledPosition() {
    return settledPosition;
  }

  @Override
  public boolean dirty() {
    return watermark > settledNumber || (carries && change > settledChange);
  }

  @Override
  public List<Settlement> take() {
    return !asked.isEmpty() || leaving || !dirty() ? List.of() : List.of(ask());
  }

  /** Positions are cumulative, so the final one wins over one that is outstanding. */
  @Override
  public List<Settlement> takeFinal() {
    leaving = true;
    return dirty() ? List.of(ask()) : List.of();
  }

  private Settlement ask() {
    long position = watermark == settledNumber ? settledPosition : window.positionAt(watermark);
    Settlement.Done done =
        new Settlement.Done(
            lane(), settledPosition, position, watermark - settledNumber, carried(position));
    asked.addLast(new Asked(done, watermark, states.version(), change));
    return done;
  }

  private Carried carried(long position) {
    if (!carries) {
      return Carried.NONE;
    }
    List<Carried.Stretch> beyond = new ArrayList<>();
    long end = window.next();
    long from = passed.nextSet(watermark, end);
    while (from < end && beyond.size() < MOST_STRETCHES) {
      long to = passed.nextClear(from, end);
      beyond.add(new Carried.Stretch(window.positionAt(from), window.positionAfter(to - 1)));
      from = passed.nextSet(to, end);
    }
    // What nobody has received yet is done all the same.
    beforeFrom(window.nextPosition()).forEach(stretch -> append(beyond, stretch));
    List<ResumeState> kept = states.from(position);
    return beyond.isEmpty() && kept.isEmpty() ? Carried.NONE : new Carried(beyond, kept);
  }

  private static void append(List<Carried.Stretch> stretches, Carried.Stretch stretch) {
    int last = stretches.size() - 1;
    if (last >= 0 && stretches.get(last).next() == stretch.from()) {
      stretches.set(last, new Carried.Stretch(stretches.get(last).from(), stretch.next()));
    } else if (stretches.size() < MOST_STRETCHES) {
      stretches.add(stretch);
    }
  }

  @Override
  public Counts settled(Settlement settlement) {
    Asked answered = answered(settlement);
    if (answered == null) {
      return Counts.NONE;
    }
    storedVersion = Math.max(storedVersion, answered.version);
    settledChange = Math.max(settledChange, answered.change);
    if (answered.number <= settledNumber) {
      return Counts.NONE;
    }
    Counts counts = count(settledNumber, answered.number);
    unsettled -= counts.all();
    settledNumber = answered.number;
    settledPosition = answered.settlement.next();
    forget(settledNumber);
    states.drop(Long.MIN_VALUE, settledPosition);
    return counts;
  }

  @Override
  public void failed(Settlement settlement) {
    Asked unanswered = answered(settlement);
    assert unanswered != null : settlement;
  }

  private Asked answered(Settlement settlement) {
    for (Iterator<Asked> each = asked.iterator(); each.hasNext(); ) {
      Asked candidate = each.next();
      // Not by position alone: two that end at the same one may carry different things.
      if (candidate.settlement.equals(settlement)) {
        each.remove();
        return candidate;
      }
    }
    return null;
  }

  @Override
  public Counts stale(Settlement settlement) {
    return Counts.NONE;
  }
}
