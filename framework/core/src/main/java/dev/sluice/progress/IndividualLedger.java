package dev.sluice.progress;

import java.util.ArrayList;
import java.util.List;

/**
 * The books for a source that settles each record by itself and wants to be handed back the rest.
 */
final class IndividualLedger extends LaneLedger {

  /** What one settle may name; the rest goes with the next. */
  private static final int MOST_STRETCHES = 4096;

  private final BitWindow returned = new BitWindow();
  private final BitWindow asked = new BitWindow();
  private final BitWindow closed = new BitWindow();
  private long head;
  private long storedVersion;
  private long askedVersion;
  private boolean leaving;

  IndividualLedger(LaneRef lane, ResumePoint at) {
    super(lane, at);
  }

  @Override
  void changed() {}

  @Override
  public long handBack(long from, long to) {
    for (long n = passed.nextClear(from, to); n < to; n = passed.nextClear(n + 1, to)) {
      returned.set(n, n + 1);
      passed.set(n, n + 1);
      unsettled++;
    }
    return 0;
  }

  @Override
  public long storedVersion() {
    return storedVersion;
  }

  @Override
  public long span() {
    return window.next() - head;
  }

  @Override
  public long settledPosition() {
    return window.positionAt(head);
  }

  @Override
  public boolean dirty() {
    return unsettled > 0;
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
    long end = window.next();
    long from = nextUnasked(head, end);
    while (from < end && stretches.size() < MOST_STRETCHES) {
      boolean back = returned.get(from);
      long to = from + 1;
      while (to < end && passed.get(to) && !asked.get(to) && returned.get(to) == back) {
        to++;
      }
      asked.set(from, to);
      stretches.add(stretch(from, to, back, stretches.isEmpty()));
      from = nextUnasked(to, end);
    }
    return stretches;
  }

  private long nextUnasked(long from, long end) {
    long number = passed.nextSet(from, end);
    while (number < end && asked.get(number)) {
      number = passed.nextSet(asked.nextClear(number, end), end);
    }
    return number;
  }

  private Settlement stretch(long from, long to, boolean back, boolean first) {
    long position = window.positionAt(from);
    long next = window.positionAfter(to - 1);
    if (back) {
      return new Settlement.HandBack(
          lane(), position, next, to - from, states.between(position, next));
    }
    List<ResumeState> all = first ? states.from(Long.MIN_VALUE) : List.of();
    if (first) {
      askedVersion = states.version();
    }
    Carried carried = all.isEmpty() ? Carried.NONE : new Carried(List.of(), all);
    return new Settlement.Done(lane(), position, next, to - from, carried);
  }

  @Override
  public Counts settled(Settlement settlement) {
    long from = window.numberAt(settlement.from());
    long to = window.numberAt(settlement.next());
    if (settlement instanceof Settlement.Done done && !done.carried().isEmpty()) {
      storedVersion = Math.max(storedVersion, askedVersion);
    }
    boolean back = settlement instanceof Settlement.HandBack;
    long ended = to - from - closed.count(from, to);
    Counts counts = back ? new Counts(0, 0, 0, ended) : count(from, to);
    close(from, to, ended);
    return counts;
  }

  private void close(long from, long to, long ended) {
    closed.set(from, to);
    unsettled -= ended;
    head = closed.nextClear(head, window.next());
    forget(head);
    returned.dropBelow(head);
    asked.dropBelow(head);
    closed.dropBelow(head);
  }

  @Override
  public void failed(Settlement settlement) {
    asked.clear(window.numberAt(settlement.from()), window.numberAt(settlement.next()));
  }

  @Override
  public Counts stale(Settlement settlement) {
    long from = window.numberAt(settlement.from());
    long to = window.numberAt(settlement.next());
    long ended = to - from - closed.count(from, to);
    close(from, to, ended);
    return new Counts(0, 0, 0, ended);
  }
}
