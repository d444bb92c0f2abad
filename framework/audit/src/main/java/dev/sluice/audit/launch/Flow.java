package dev.sluice.audit.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * What a part of a shell text comes to.
 *
 * @param ends where the shell may end up for good ({@code exec})
 * @param goesOn whether what follows may be reached
 * @param lasts the last commands that stay for a while
 */
record Flow(List<Stay> ends, boolean goesOn, List<Stay> lasts) {
  static final Flow ON = new Flow(List.of(), true, List.of());
  static final Flow EXIT = new Flow(List.of(), false, List.of());

  Flow {
    ends = List.copyOf(ends);
    lasts = List.copyOf(lasts);
  }

  static Flow staying(Stay stay) {
    return new Flow(List.of(), true, List.of(stay));
  }

  static Flow ending(Stay stay) {
    return new Flow(List.of(stay), false, List.of());
  }

  /** This, and then the other. */
  Flow then(Flow next) {
    if (!goesOn) {
      return this;
    }
    boolean gone = !next.goesOn && !next.ends.isEmpty();
    boolean newer = gone || !next.lasts.isEmpty();
    return new Flow(both(ends, next.ends), next.goesOn, newer ? next.lasts : lasts);
  }

  /** This or the other. */
  Flow or(Flow other) {
    return new Flow(both(ends, other.ends), goesOn || other.goesOn, both(lasts, other.lasts));
  }

  /** This, or nothing at all. */
  Flow maybe() {
    return new Flow(ends, true, lasts);
  }

  private static List<Stay> both(List<Stay> some, List<Stay> others) {
    List<Stay> all = new ArrayList<>(some);
    all.addAll(others);
    return all.size() > 100 ? all.subList(0, 100) : all;
  }
}
