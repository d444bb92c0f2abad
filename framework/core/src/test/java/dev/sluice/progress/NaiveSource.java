package dev.sluice.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a source keeps of one lane: what is settled there, and what was carried. */
final class NaiveSource {
  private final boolean individual;
  private final Set<Long> settled = new HashSet<>();
  private final Map<Long, byte[]> states = new HashMap<>();
  private long committed;
  private Carried carried = Carried.NONE;

  NaiveSource(long position, boolean individual) {
    this.committed = position;
    this.individual = individual;
  }

  /** A settlement has reached it, answered or not. */
  void apply(Settlement settlement, List<Long> positions) {
    if (!individual) {
      committed = settlement.next();
      carried = ((Settlement.Done) settlement).carried();
      return;
    }
    if (settlement instanceof Settlement.Done done) {
      settled.addAll(positions);
      done.carried().states().forEach(kept -> states.put(kept.position(), kept.state()));
    } else {
      ((Settlement.HandBack) settlement)
          .states()
          .forEach(kept -> states.put(kept.position(), kept.state()));
    }
  }

  /** Whether the next owner will not be given a record, or as done. */
  boolean keepsAsDone(long position) {
    return individual
        ? settled.contains(position)
        : position < committed || NaiveLane.covers(carried, position);
  }

  /** Before which position nothing is kept any more. */
  long committed() {
    return committed;
  }

  byte[] state(long position) {
    if (individual) {
      return states.get(position);
    }
    return carried.states().stream()
        .filter(kept -> kept.position() == position)
        .map(ResumeState::state)
        .findFirst()
        .orElse(null);
  }

  /** Where the next owner goes on. */
  ResumePoint resumePoint() {
    if (!individual) {
      return new ResumePoint(committed, carried);
    }
    List<ResumeState> kept = new ArrayList<>();
    states.forEach((position, state) -> kept.add(new ResumeState(position, state)));
    return new ResumePoint(committed, new Carried(List.of(), kept));
  }
}
