package dev.sluice.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books for a source that settles each record by itself and wants to be handed back the rest.
 */
final class IndividualLedger extends LaneLedger {

  /** What one settle may name; the rest goes with the next. */
  private static final int MOST_STRETCHES = 4096;

  private final BitWindow returned = new BitWindow();
  private final BitWindow asked = new BitWindow();
  private final BitWindow closed = new BitWindow();
  private final AskedStates askedStates = new AskedStates();
  private final Map<Long, Fate> fates = new HashMap<>();
  private final boolean carries;
  private long head;
  private boolean leaving;

  IndividualLedger(LaneRef lane, ResumePoint at, boolean carries) {
    super(lane, at);
    this.carries = carries;
  }

  @Override
  void changed() {}

  @Override
  void keep(long number, Fate fate) {
    fates.put(number, fate);
  }

  @Override
  public long handBack(long from, long to) {
    for (long n = nextOpen(from, to); n < to; n = nextOpen(n + 1, to)) {
      returned.set(n, n + 1);
      passed.set(n, n + 1);
      unsettled++;
    }
    return 0;
  }

  @Override
  public long storedVersion() {
    return askedStates.stored();
  }

  @Override
  public long unsaved() {
    return unsettled();
  }

  @Override
  public long span() {
    return window.next() - head;
  }

  @Override
  public long firstHeld() {
    return head;
  }

  @Override
  public long settledPosition() {
    return window.positionAt(head);
  }

  @Override
  public boolean dirty() {
    return unsettled > 0 || unstored(askedStates.stored());
  }

  private boolean unstored(long version) {
    return carries && !states.isEmpty() && states.keptVersion() > version;
  }

  @Override
  public List<Settlement> take() {
    return leaving ? List.of() : ask();
  }

  @Override
  public List<Settlement> takeFinal() {
    List<Settlement> last = new ArrayList<>();
    for (List<Settlement> some = take(); !some.isEmpty(); some = take()) {
      last.addAll(some);
    }
    leaving = true;
    return last;
  }

  private List<Settlement> ask() {
    List<Settlement> stretches = new ArrayList<>();
    boolean carrying = false;
    long end = window.next();
    long from = nextUnasked(head, end);
    while (from < end && stretches.size() < MOST_STRETCHES) {
      boolean back = returned.get(from);
      long to = from + 1;
      Fate fate = fates.get(from);
      while (fate == null && to < end && joins(to, back)) {
        to++;
      }
      asked.set(from, to);
      if (fate == null) {
        stretches.add(back ? back(from, to) : done(from, to, !carrying));
        carrying |= !back;
      } else {
        stretches.add(failed(from, fate));
      }
      from = nextUnasked(to, end);
    }
    if (!carrying && unstored(askedStates.asked())) {
      // Nothing is done beside which they could travel.
      long position = settledPosition();
      Settlement.Done alone = new Settlement.Done(lane(), position, position, 0, carried());
      askedStates.ask(alone, states.version());
      stretches.add(alone);
    }
    return stretches;
  }

  private boolean joins(long number, boolean back) {
    return passed.get(number)
        && !asked.get(number)
        && returned.get(number) == back
        && !fates.containsKey(number);
  }

  private Settlement failed(long number, Fate fate) {
    long position = window.positionAt(number);
    long next = window.positionAfter(number);
    List<ResumeState> kept = carries ? states.between(position, next) : List.of();
    return fate.again().isPresent()
        ? new Settlement.RetryLater(lane(), position, next, fate.again().get(), fate.error(), kept)
        : new Settlement.Dead(lane(), position, next, fate.error(), kept);
  }

  private long nextUnasked(long from, long end) {
    long number = passed.nextSet(from, end);
    while (number < end && asked.get(number)) {
      number = passed.nextSet(asked.nextClear(number, end), end);
    }
    return number;
  }

  private Settlement back(long from, long to) {
    long position = window.positionAt(from);
    long next = window.positionAfter(to - 1);
    return new Settlement.HandBack(
        lane(), position, next, to - from, carries ? states.between(position, next) : List.of());
  }

  private Settlement done(long from, long to, boolean carrier) {
    if (carrier) {
      askedStates.ask(to - 1, states.version());
    }
    return new Settlement.Done(
        lane(),
        window.positionAt(from),
        window.positionAfter(to - 1),
        to - from,
        carrier ? carried() : Carried.NONE);
  }

  private Carried carried() {
    return states.isEmpty() || !carries
        ? Carried.NONE
        : new Carried(List.of(), states.from(Long.MIN_VALUE));
  }

  @Override
  public Counts settled(Settlement settlement) {
    if (settlement.records() == 0) {
      askedStates.settled(settlement);
      return Counts.NONE;
    }
    long from = first(settlement);
    long to = window.numberAt(settlement.next());
    if (settlement instanceof Settlement.Done) {
      askedStates.settled(from, to);
    }
    boolean back = settlement instanceof Settlement.HandBack;
    return close(from, to, back);
  }

  @Override
  public void failed(Settlement settlement) {
    if (settlement.records() == 0) {
      askedStates.notSettled(settlement);
      return;
    }
    long from = first(settlement);
    long to = window.numberAt(settlement.next());
    askedStates.notSettled(from, to);
    asked.clear(from, to);
  }

  @Override
  public Counts stale(Settlement settlement) {
    if (settlement.records() == 0) {
      return Counts.NONE; // The lane is not ours: to ask again would bring the same answer.
    }
    long from = first(settlement);
    long to = window.numberAt(settlement.next());
    askedStates.notSettled(from, to);
    return close(from, to, true);
  }

  private long first(Settlement settlement) {
    return Math.max(head, window.numberAt(settlement.from()));
  }

  /** Records that were asked for are out of the books, each once. */
  private Counts close(long from, long to, boolean back) {
    if (from >= to) {
      return Counts.NONE;
    }
    Counts counts = Counts.NONE;
    for (long n = closed.nextClear(from, to); n < to; ) {
      long end = closed.nextSet(n, to);
      counts = counts.plus(back ? new Counts(0, 0, 0, end - n) : count(n, end));
      n = closed.nextClear(end, to);
    }
    closed.set(from, to);
    unsettled -= counts.all();
    states.drop(window.positionAt(from), window.positionAt(to));
    if (!fates.isEmpty()) {
      fates.keySet().removeIf(number -> number >= from && number < to);
    }
    head = closed.nextClear(head, window.next());
    forget(head);
    returned.dropBelow(head);
    asked.dropBelow(head);
    closed.dropBelow(head);
    return counts;
  }
}
