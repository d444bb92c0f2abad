package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import dev.sluice.testkit.FakeSettle;
import dev.sluice.testkit.FakeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A worker as the broker in memory knows it. On the event loop. */
final class FakeMember {
  private static final Duration REVOKE = Duration.ofSeconds(10);

  private final FakeSource source;
  private final Set<LaneRef> revoked = new HashSet<>();
  private Set<LaneRef> forgotten = Set.of();
  private boolean silent;

  FakeMember(FakeBroker broker) {
    source = new FakeSource(broker);
  }

  FakeSource source() {
    return source;
  }

  /** Whether it may have lanes. */
  boolean present() {
    return !silent && !source.closed() && opened();
  }

  private boolean opened() {
    try {
      return source.engine() != null;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  Set<LaneRef> lanes(FakeBroker broker) {
    Set<LaneRef> owned = new HashSet<>();
    for (FakeLane lane : broker.lanes()) {
      if (lane.ownedBy(source)) {
        owned.add(new LaneRef(lane.name(), lane.generation()));
      }
    }
    return owned;
  }

  void deliver(FakeBroker broker, int most) {
    if (present() && !source.stopIntakeAsked()) {
      source.deliver(most, broker.lanes().stream().map(FakeLane::name).toArray(String[]::new));
    }
  }

  void revoke(LaneRef lane) {
    if (revoked.add(lane)) {
      var revoke = source.revoke(REVOKE, lane);
      revoke.onAnswer(settlements -> revoke.release());
    }
  }

  void silence() {
    silent = true;
    forgotten = lanes(source.broker());
    source.holdSettles();
  }

  void hear() {
    silent = false;
    answer();
    source.engine().lanesLost(forgotten);
  }

  void hold() {
    source.holdSettles();
  }

  void answerLate() {
    source.answerSettles(FakeSettle::confirm);
    source.allUnanswered().forEach(FakeSettle::loseAnswer);
  }

  private void answer() {
    source.answerSettles(FakeSettle::confirm);
    source.allUnanswered().forEach(FakeSettle::confirm);
  }

  /** The engine has kept the rules of the SPI. */
  void check() {
    assertEquals(List.of(), source.breaches());
  }
}
