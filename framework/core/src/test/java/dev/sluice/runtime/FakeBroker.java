package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Records, owners and committed positions of all lanes, and a check of what the engine promises:
 * nothing is settled that the witness has not seen processed. Thread-safe.
 */
final class FakeBroker {

  /** Knows what handlers have processed. */
  interface Witness {
    /** True when the record may be settled. */
    boolean processed(String lane, long position, String value);
  }

  private final Witness witness;
  private final Map<String, FakeTopic> topics = new LinkedHashMap<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();

  FakeBroker(Witness witness) {
    this.witness = witness;
  }

  synchronized FakeTopic topic(String lane) {
    return topics.computeIfAbsent(lane, FakeTopic::new);
  }

  synchronized List<FakeTopic> topics() {
    return List.copyOf(topics.values());
  }

  synchronized void append(String lane, String... values) {
    for (String value : values) {
      topic(lane).append(value);
    }
  }

  synchronized LaneRef assign(String lane) {
    return new LaneRef(lane, topic(lane).assign());
  }

  synchronized void unassign(Set<LaneRef> refs) {
    for (LaneRef ref : refs) {
      if (topic(ref.name()).owned(ref.generation())) {
        topic(ref.name()).unassign();
      }
    }
  }

  synchronized void paused(LaneRef lane, boolean now) {
    if (topic(lane.name()).owned(lane.generation())) {
      topic(lane.name()).paused(now);
    }
  }

  /** Commits what is owned in the settlement's generation. */
  synchronized SettleResult commit(List<Settlement> settlements) {
    List<Settlement> settled = new ArrayList<>();
    List<Settlement> stale = new ArrayList<>();
    for (Settlement settlement : settlements) {
      FakeTopic topic = topic(settlement.lane().name());
      if (topic.owned(settlement.lane().generation())) {
        topic.commit(settlement.next());
        settled.add(settlement);
      } else {
        stale.add(settlement);
      }
    }
    return new SettleResult(settled, stale, List.of());
  }

  /** Checks that everything a settlement covers is processed. */
  synchronized void check(List<Settlement> settlements) {
    for (Settlement settlement : settlements) {
      String lane = settlement.lane().name();
      FakeTopic topic = topic(lane);
      if (settlement.next() > topic.end()) {
        violation(settlement + " is beyond the end " + topic.end());
      }
      int covered = topic.positions(settlement.from(), settlement.next()).size();
      if (covered != settlement.records()) {
        violation(settlement + " covers " + covered + " records");
      }
      for (long position : topic.positions(topic.committed(), settlement.next())) {
        if (!witness.processed(lane, position, topic.value(position))) {
          violation(settlement + " settles position " + position + " before it is processed");
        }
      }
    }
  }

  void violation(String what) {
    violations.add(what);
  }

  List<String> violations() {
    return violations;
  }
}
