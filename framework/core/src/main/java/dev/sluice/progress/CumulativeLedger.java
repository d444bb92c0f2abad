package dev.sluice.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The books for a source that settles positions: only what lies before the first hole is settled.
 * What is done beyond it is carried along if the source keeps that.
 */
final class CumulativeLedger extends LaneLedger {

  /** More stretches than this are not carried; what lies beyond them may be done again. */
  private static final int MOST_STRETCHES = 4096;

  private record Asked(long position, long number, long version, long change) {}

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
  void changed() {
    watermark = passed.nextClear(watermark, window.next());
    change++;
  }

  @Override
  public long handBack(long from, long to) {
    return to - from;
  }

  @Override
  public long storedVersion() {
    return storedVersion;
  }

  @Override
  public long span() {
    return window.next() - settledNumber;
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
    Asked next = new Asked(position, watermark, states.version(), change);
    asked.addLast(next);
    return new Settlement.Done(
        lane(), settledPosition, position, watermark - settledNumber, carried(position));
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
    List<ResumeState> kept = states.from(position);
    return beyond.isEmpty() && kept.isEmpty() ? Carried.NONE : new Carried(beyond, kept);
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
    settledPosition = answered.position;
    forget(settledNumber);
    return counts;
  }

  @Override
  public void failed(Settlement settlement) {
    Asked unanswered = answered(settlement);
    assert unanswered != null : settlement;
  }

  private Asked answered(Settlement settlement) {
    for (Asked candidate : asked) {
      if (candidate.position == settlement.next()) {
        asked.remove(candidate);
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
