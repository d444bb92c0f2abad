package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Holds what a ledger offers against naive books. */
final class TakenCheck {

  private TakenCheck() {}

  static void check(
      List<Settlement> taken, NaiveLane naive, long settled, Settling settling, boolean all) {
    if (settling.individual()) {
      individual(taken, naive, settling, all);
    } else {
      taken.forEach(one -> cumulative((Settlement.Done) one, naive, settled, settling));
    }
  }

  private static void cumulative(
      Settlement.Done done, NaiveLane naive, long settled, Settling settling) {
    long head = naive.head();
    assertThat(done.from()).isEqualTo(settled);
    assertThat(done.next()).isEqualTo(done.records() == 0 ? settled : naive.positionAt(head));
    assertThat(done.records())
        .isEqualTo(naive.entries.stream().limit(head).filter(entry -> !entry.closed).count());
    if (!settling.carries()) {
      assertThat(done.carried()).isEqualTo(Carried.NONE);
      return;
    }
    assertThat(done.carried().states()).isEqualTo(states(naive, done.next(), Long.MAX_VALUE));
    long before = Long.MIN_VALUE;
    for (Carried.Stretch stretch : done.carried().beyond()) {
      assertThat(stretch.from()).as("ascending, not touching").isGreaterThan(before);
      before = stretch.next();
    }
    for (long position = done.next(); position < naive.nextPosition() + 500; position++) {
      if (naive.isRecord(position)) {
        assertThat(NaiveLane.covers(done.carried(), position))
            .as("position %d", position)
            .isEqualTo(naive.knownDone(position));
      }
    }
  }

  private static void individual(
      List<Settlement> taken, NaiveLane naive, Settling settling, boolean all) {
    Carried carried = Carried.NONE;
    for (Settlement one : taken) {
      List<Integer> numbers = naive.named(one.from(), one.next());
      assertThat(numbers).hasSize((int) one.records());
      boolean back = one instanceof Settlement.HandBack;
      for (int number : numbers) {
        NaiveLane.Entry entry = naive.entries.get(number);
        assertThat(entry.end == NaiveLane.End.BACK).isEqualTo(back);
        assertThat(entry.end).isNotEqualTo(NaiveLane.End.OPEN);
        assertThat(entry.asked).as("asked for twice").isFalse();
        entry.asked = true;
      }
      if (one instanceof Settlement.Done done && !done.carried().isEmpty()) {
        assertThat(carried).as("states travel once").isEqualTo(Carried.NONE);
        carried = done.carried();
        assertThat(carried.states()).isEqualTo(states(naive, Long.MIN_VALUE, Long.MAX_VALUE));
      }
      if (one instanceof Settlement.HandBack handBack) {
        assertThat(handBack.states())
            .isEqualTo(settling.carries() ? states(naive, one.from(), one.next()) : List.of());
      }
    }
    assertThat(settling.carries() || carried.isEmpty()).isTrue();
    assertThat(naive.entries.stream().filter(e -> e.end != NaiveLane.End.OPEN && !e.closed))
        .as("everything that has ended is asked for, final or not: %s", all)
        .allMatch(entry -> entry.asked);
  }

  private static List<ResumeState> states(NaiveLane naive, long from, long next) {
    List<ResumeState> states = new ArrayList<>();
    naive.states.subMap(from, next).forEach((p, state) -> states.add(new ResumeState(p, state)));
    return states;
  }

  /** The two parts of a settlement that an individual source may answer by themselves. */
  static List<Settlement> split(Settlement whole, long at, int records) {
    long rest = whole.records() - records;
    if (whole instanceof Settlement.HandBack back) {
      return List.of(
          new Settlement.HandBack(whole.lane(), whole.from(), at, records, before(back, at)),
          new Settlement.HandBack(whole.lane(), at, whole.next(), rest, after(back, at)));
    }
    Carried carried = ((Settlement.Done) whole).carried();
    return List.of(
        new Settlement.Done(whole.lane(), whole.from(), at, records),
        new Settlement.Done(whole.lane(), at, whole.next(), rest, carried));
  }

  private static List<ResumeState> before(Settlement.HandBack back, long at) {
    return back.states().stream().filter(state -> state.position() < at).toList();
  }

  private static List<ResumeState> after(Settlement.HandBack back, long at) {
    return back.states().stream().filter(state -> state.position() >= at).toList();
  }
}
