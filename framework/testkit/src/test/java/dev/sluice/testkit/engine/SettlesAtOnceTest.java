package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.Ordering;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.FakeSettle;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several settles of a source of single records, each of which is one chunk of one record. */
class SettlesAtOnceTest {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static HarnessOptions chunks(HarnessOptions options) {
    return options.figures(
        f -> f.ordering(Ordering.NONE).chunk(1, 1L << 20, Duration.ZERO).concurrency(9, 99, 9999));
  }

  /** A worker that has worked on so many records, of which no settle is answered. */
  private static Worker worker(HarnessOptions options, int done) {
    Worker worker = new Worker(chunks(options));
    worker.harness.source().holdSettles();
    for (int i = 0; i < done; i++) {
      worker.harness.push("a", Integer.toString(i));
      worker.done();
    }
    return worker;
  }

  private static List<FakeSettle> waiting(Worker worker) {
    return worker.harness.source().allUnanswered();
  }

  private static void assertAddsUp(Worker worker) {
    assertThat(worker.harness.counts().unaccounted()).isZero();
    assertThat(worker.harness.source().breaches()).isEmpty();
  }

  @Test
  void asManyAreOutstandingAsTheSourceStandsAndTheRestGoesTogether() {
    try (Worker worker = worker(HarnessOptions.queue(), 7)) {
      assertThat(waiting(worker)).hasSize(4);
      assertThat(worker.harness.counts().settled()).isZero();
      assertAddsUp(worker);

      waiting(worker).get(2).confirm();
      worker.harness.turn();

      assertThat(waiting(worker)).hasSize(4);
      FakeSettle next = waiting(worker).get(3);
      assertThat(next.settlements())
          .singleElement()
          .satisfies(s -> assertThat(s.records()).isEqualTo(3));
      assertThat(worker.harness.settled("a")).containsExactly("2");
      assertThat(worker.harness.counts().settled()).isEqualTo(1);
      assertAddsUp(worker);
    }
  }

  @Test
  void aLogHasOneAndTheNextTakesAlongWhateverCameMeanwhile() {
    try (Worker worker = worker(HarnessOptions.log(), 4)) {
      assertThat(waiting(worker)).hasSize(1);

      waiting(worker).get(0).confirm();
      worker.harness.turn();

      assertThat(waiting(worker)).hasSize(1);
      assertThat(waiting(worker).get(0).settlements().get(0).records()).isEqualTo(3);
    }
  }

  @Test
  void eachAnswerCountsForItsOwnRecordsInWhateverOrderTheyCome() {
    try (Worker worker = worker(HarnessOptions.queue(), 4)) {
      List<FakeSettle> all = waiting(worker);
      all.get(3).confirm();
      all.get(1).loseAnswer();
      all.get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.counts().settled()).isEqualTo(2);
      assertAddsUp(worker);

      worker.harness.advance(PAUSE);
      assertThat(waiting(worker)).hasSize(2).contains(all.get(2));
      waiting(worker).forEach(FakeSettle::confirm);
      worker.harness.turn();

      assertThat(worker.harness.counts().settled()).isEqualTo(4);
      assertThat(worker.harness.settled("a")).containsExactly("0", "1", "2", "3");
      assertThat(worker.harness.quiet()).isTrue();
      assertAddsUp(worker);
    }
  }

  @Test
  void afterAFailureNothingIsAskedForAPauseWhateverElseIsAnswered() {
    try (Worker worker = worker(HarnessOptions.queue(), 5)) {
      List<FakeSettle> all = waiting(worker);
      all.get(0).fail();
      all.get(1).fail();
      all.get(2).confirm();
      worker.harness.turn();
      worker.harness.advance(PAUSE.minusMillis(1));

      assertThat(waiting(worker)).containsExactly(all.get(3));

      worker.harness.advance(Duration.ofMillis(1));

      assertThat(waiting(worker)).hasSize(2);
      assertThat(waiting(worker).get(1).settlements())
          .extracting(s -> s.from() + "-" + s.next())
          .containsExactly("0-2", "4-5");
      waiting(worker).forEach(FakeSettle::confirm);
      worker.harness.turn();
      assertThat(worker.harness.counts().settled()).isEqualTo(5);
      assertAddsUp(worker);
    }
  }

  @Test
  void aStopWaitsForAllOfThem() {
    try (Worker worker = worker(HarnessOptions.queue(), 5)) {
      worker.harness.stop();
      List<FakeSettle> all = waiting(worker);
      for (int i = all.size() - 1; i >= 0; i--) {
        assertThat(worker.harness.ended()).isFalse();
        all.get(i).confirm();
        worker.harness.turn();
      }
      assertThat(worker.harness.ended()).as("the fifth record is not settled").isFalse();
      waiting(worker).get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.report().outcome()).isEqualTo("clean");
      assertThat(worker.harness.report().settled()).isEqualTo(5);
      assertThat(worker.harness.report().unaccounted()).isZero();
    }
  }

  @Test
  void aStopWaitsForAllOfThemTogetherNoLongerThanItsTimeToSettle() {
    try (Worker worker =
        worker(
            HarnessOptions.queue()
                .figures(f -> f.shutdown(Duration.ofSeconds(3), Duration.ofSeconds(3))),
            4)) {
      worker.harness.stop();
      waiting(worker).get(1).confirm();
      worker.harness.advance(Duration.ofMillis(2_999));
      assertThat(worker.harness.ended()).isFalse();
      worker.harness.advance(Duration.ofMillis(1));

      assertThat(worker.harness.report().outcome()).isEqualTo("cut");
      assertThat(worker.harness.report().settled()).isEqualTo(1);
      assertThat(worker.harness.report().handedBack()).isEqualTo(3);
      assertThat(worker.harness.report().unaccounted()).isZero();
    }
  }

  @Test
  void aLaneThatIsLostTakesWhatIsOutstandingWithItOnce() {
    try (Worker worker = worker(HarnessOptions.queue(), 3)) {
      List<FakeSettle> all = waiting(worker);
      all.get(2).confirm();
      worker.harness.turn();
      worker.harness.lose(new LaneRef("a", worker.harness.broker().lane("a").generation()));

      assertThat(worker.harness.counts().handedBack()).isEqualTo(2);

      all.get(0).confirm();
      all.get(1).fail();
      worker.harness.advance(PAUSE);

      assertThat(worker.harness.counts().settled()).isEqualTo(1);
      assertThat(worker.harness.counts().handedBack()).isEqualTo(2);
      assertThat(waiting(worker)).isEmpty();
      assertAddsUp(worker);
    }
  }

  @Test
  void whatIsNotOursAnyMoreIsHandedBackAndTheOthersCount() {
    try (Worker worker = worker(HarnessOptions.queue(), 3)) {
      LaneRef lane = new LaneRef("a", worker.harness.broker().lane("a").generation());
      waiting(worker).get(1).confirm();
      worker.harness.turn();
      worker.harness.broker().forget(Set.of(lane));
      waiting(worker).get(1).confirm();
      worker.harness.turn();

      assertThat(worker.harness.counts().settled()).isEqualTo(1);
      assertThat(worker.harness.counts().handedBack()).isEqualTo(1);
      assertThat(waiting(worker)).hasSize(1);
      assertAddsUp(worker);

      waiting(worker).get(0).confirm();
      worker.harness.turn();
      assertThat(worker.harness.counts().handedBack()).isEqualTo(2);
      assertThat(worker.harness.quiet()).isTrue();
      assertAddsUp(worker);
    }
  }

  @Test
  void whatRunsBesideThemIsNotTouched() {
    try (Worker worker = worker(HarnessOptions.queue(), 2)) {
      worker.harness.push("a", "slow", "fast");
      HeldCall<String> slow = worker.with("slow");
      worker.done(worker.with("fast"));
      waiting(worker).forEach(FakeSettle::confirm);
      worker.harness.turn();

      assertThat(worker.harness.settled("a")).containsExactly("0", "1", "fast");
      assertThat(worker.running()).containsExactly(List.of("slow"));
      worker.done(slow);
      waiting(worker).forEach(FakeSettle::confirm);
      worker.harness.turn();
      assertThat(worker.harness.counts().settled()).isEqualTo(4);
      assertAddsUp(worker);
    }
  }
}
