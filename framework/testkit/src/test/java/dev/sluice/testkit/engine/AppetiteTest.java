package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.Ordering;
import dev.sluice.testkit.HarnessOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppetiteTest {
  private static final int MOST_RECORDS = 24;

  private static Worker worker() {
    return new Worker(
        HarnessOptions.log()
            .figures(
                f -> f.chunk(2, 1L << 20, Duration.ZERO).concurrency(4, MOST_RECORDS, 1L << 20)));
  }

  /** Three lanes with more than half of what the worker may hold, none of them paused. */
  private static void fillOthers(Worker worker) {
    for (String lane : new String[] {"b", "c", "d"}) {
      worker.harness.push(lane, lane + 1, lane + 2, lane + 3, lane + 4, lane + 5);
    }
  }

  private static boolean paused(Worker worker, String lane) {
    return worker.harness.broker().lane(lane).paused();
  }

  @Test
  void aLaneThatIsWorkedOffWhileOthersHoldMuchGoesOnWhenTheyHoldLess() {
    try (Worker worker = worker()) {
      fillOthers(worker);
      worker.harness.push("a", "a1", "a2", "a3", "a4", "a5", "a6");
      assertThat(paused(worker, "a")).isTrue();

      worker.done(worker.with("a1"));
      worker.done(worker.with("a3"));
      worker.done(worker.with("a5"));
      assertThat(worker.harness.settled("a")).hasSize(6);
      assertThat(paused(worker, "a")).as("while the others hold more than half").isTrue();
      worker.done(worker.with("b1"));
      worker.done(worker.with("c1"));

      assertThat(paused(worker, "a")).isFalse();
    }
  }

  @Test
  void anOutageThatEndsWhileMuchIsHeldLeavesNoLanePausedForGood() {
    try (Worker worker = worker()) {
      worker.harness.assign("a");
      fillOthers(worker);
      worker.with("b1").fail(new DependencyDown("away"));
      worker.harness.turn();
      assertThat(paused(worker, "a")).isTrue();

      worker.harness.advance(Duration.ofSeconds(1));
      worker.done(worker.with("b1"));
      assertThat(worker.harness.outage()).isEmpty();
      worker.done(worker.with("c1"));
      worker.done(worker.with("d1"));

      assertThat(paused(worker, "a")).isFalse();
    }
  }

  @Test
  void aLaneHoldsNoMoreBehindAHoleThanItsSourceKeeps() {
    HarnessOptions sideBySide =
        HarnessOptions.log()
            .figures(f -> f.ordering(Ordering.NONE).chunk(1, 1L << 20, Duration.ZERO));
    try (Worker worker = new Worker(sideBySide)) {
      worker.harness.broker().keepsBeyond(6);
      worker.harness.push("a", "1", "2", "3", "4", "5");
      List.of("2", "3", "4", "5").forEach(value -> worker.done(worker.with(value)));
      assertThat(worker.harness.broker().lane("a").paused()).isFalse();

      worker.harness.push("a", "6");
      assertThat(worker.harness.broker().lane("a").paused()).as("6 of 6").isTrue();

      worker.done(worker.with("1"));
      assertThat(worker.harness.broker().lane("a").paused()).as("no hole").isFalse();
    }
  }
}
