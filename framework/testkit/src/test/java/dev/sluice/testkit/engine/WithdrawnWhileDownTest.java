package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Records that their source wants back while a dependency is down or their lane has stopped, as a
 * queue does before its broker's own time-out would take them.
 */
class WithdrawnWhileDownTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  private static Throwable down() {
    return new DependencyDown("the warehouse answers 503");
  }

  private HarnessOptions options(Ordering ordering, int chunk, OnFailure then) {
    return HarnessOptions.queue()
        .deadLetters(letters)
        .figures(
            f ->
                f.retry(1, Duration.ofMillis(200), Duration.ofSeconds(30), then)
                    .ordering(ordering)
                    .chunk(chunk, 1L << 20, Duration.ZERO)
                    .concurrency(2, 99, 1L << 20));
  }

  private Worker worker(Ordering ordering, int chunk) {
    return new Worker(options(ordering, chunk, OnFailure.DEAD_LETTER));
  }

  private void assertAddsUp(Worker worker, long handedBack) {
    EngineCounts counts = worker.harness.counts();
    assertThat(counts.unaccounted()).isZero();
    assertThat(counts.handedBack()).isEqualTo(handedBack);
    assertThat(worker.harness.source().breaches()).isEmpty();
    assertThat(worker.handler.calls()).allMatch(call -> call.chunk().attempt() == 0);
    assertThat(letters.letters()).isEmpty();
  }

  private void doneWithAll(Worker worker) {
    while (!worker.handler.unended().isEmpty()) {
      worker.done(worker.handler.unended().get(0));
    }
    assertThat(worker.harness.outage()).isEmpty();
    assertThat(worker.harness.quiet()).isTrue();
  }

  @Test
  void whatWaitsForItsProbeGoesBackAtOnceAndTheRestIsProbed() {
    try (Worker worker = worker(Ordering.LANE, 2)) {
      worker.harness.push("a", "0", "1", "2", "3");
      worker.fail(down());
      worker.harness.withdraw("a", 0, 3);

      assertAddsUp(worker, 2);
      assertThat(worker.harness.broker().lane("a").unread()).isEqualTo(2);
      assertThat(worker.harness.outage()).isPresent();
      worker.harness.advance(SECOND);
      assertThat(worker.running()).containsExactly(List.of("1"));

      doneWithAll(worker);
      assertThat(worker.harness.settled("a")).containsExactly("0", "1", "2", "3");
      assertAddsUp(worker, 2);
    }
  }

  @Test
  void aRunningProbeIsEndedAndItsOtherRecordsAreProbedOnceItsHandlerIsBack() {
    try (Worker worker = worker(Ordering.LANE, 2)) {
      worker.harness.push("a", "0", "1");
      worker.fail(down());
      worker.harness.advance(SECOND);
      HeldCall<String> probe = worker.last();
      worker.harness.withdraw("a", 0);

      assertThat(probe.abandoned()).isTrue();
      // Somebody may still be working on it.
      assertAddsUp(worker, 0);
      probe.fail(down());
      worker.harness.turn();
      assertAddsUp(worker, 1);
      assertThat(worker.harness.outage()).isPresent();
      worker.harness.advance(SECOND);
      assertThat(worker.running()).containsExactly(List.of("1"));

      doneWithAll(worker);
      assertThat(worker.harness.settled("a")).containsExactly("0", "1");
      assertAddsUp(worker, 1);
    }
  }

  @Test
  void whenNothingIsLeftOfTheProbeAnotherChunkIsProbed() {
    try (Worker worker = worker(Ordering.NONE, 1)) {
      worker.harness.push("a", "0", "1");
      worker.with("0").fail(down());
      worker.with("1").fail(down());
      worker.harness.turn();
      worker.harness.advance(Duration.ofMillis(200));
      assertThat(worker.running()).containsExactly(List.of("0"));
      worker.harness.withdraw("a", 0);
      worker.fail(down());

      assertAddsUp(worker, 1);
      assertThat(worker.harness.outage()).isPresent();
      assertThat(worker.running()).isEmpty();
      worker.harness.advance(SECOND);
      assertThat(worker.running()).containsExactly(List.of("1"));

      doneWithAll(worker);
      assertThat(worker.harness.settled("a")).containsExactly("0", "1");
      assertAddsUp(worker, 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingStartsOfWhatIsWantedBackTogether(Ordering ordering) {
    try (Worker worker = worker(ordering, 2)) {
      worker.harness.push("a", "0", "1", "2", "3", "4", "5", "6");
      worker.handler.unended().forEach(call -> call.fail(down()));
      worker.harness.turn();
      assertThat(worker.harness.outage()).isPresent();
      int calls = worker.handler.calls().size();
      worker.harness.source().withdraw("a", 0, 1, 2, 3, 4, 5, 6);
      worker.harness.turn();

      // With nothing left to probe the outage is over; they come again and find out anew.
      assertAddsUp(worker, 7);
      assertThat(worker.handler.calls().stream().skip(calls)).isNotEmpty();
      assertThat(worker.handler.calls()).noneMatch(HeldCall::abandoned);
      worker.handler.unended().forEach(call -> call.fail(down()));
      worker.harness.turn();
      assertThat(worker.harness.outage()).isPresent();
      assertAddsUp(worker, 7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOutageOfHoursWithAllWantedBackAgainAndAgainLosesNothing(Ordering ordering) {
    try (Worker worker = worker(ordering, 2)) {
      worker.harness.push("a", "0", "1", "2", "3", "4");
      worker.harness.push("b", "5", "6");
      for (int round = 0; round < 40; round++) {
        if (round % 2 == 0) {
          worker.handler.unended().forEach(call -> call.fail(down()));
          worker.harness.turn();
        }
        worker.harness.withdraw("a", round % 5, (round + 1) % 5, (round + 2) % 5);
        worker.harness.withdraw("b", round % 2);
        worker.handler.unended().forEach(call -> call.fail(down()));
        worker.harness.advance(Duration.ofSeconds(31));
      }
      assertThat(worker.harness.counts().handedBack()).isGreaterThan(40);
      assertThat(worker.harness.halted()).isEmpty();
      for (int i = 0; i < 20 && !worker.harness.quiet(); i++) {
        worker.handler.unended().forEach(HeldCall::done);
        worker.harness.advance(Duration.ofSeconds(31));
      }

      assertThat(worker.harness.outage()).isEmpty();
      assertThat(worker.harness.settled("a")).hasSize(5);
      assertThat(worker.harness.settled("b")).hasSize(2);
      assertAddsUp(worker, worker.harness.counts().handedBack());
    }
  }

  @Test
  void aStoppedLaneHasHandedBackWhatNoTryHasBeforeItIsWantedBack() {
    try (Worker worker = new Worker(options(Ordering.NONE, 1, OnFailure.STOP))) {
      worker.harness.push("a", "0", "1", "2", "3");
      worker.with("0").fail(new IllegalStateException("bad"));
      worker.harness.turn();

      assertThat(worker.harness.halted()).hasSize(1);
      assertAddsUp(worker, 3);
      worker.harness.withdraw("a", 0, 1, 2, 3);
      assertThat(worker.with("1").abandoned()).isFalse();
      assertAddsUp(worker, 3);

      worker.done();
      assertThat(worker.harness.settled("a")).containsExactly("1");
      assertAddsUp(worker, 3);
    }
  }

  @Test
  void whatATryOfAStoppedLaneDoesNotFinishIsHandedBackOnce() {
    try (Worker worker = new Worker(options(Ordering.NONE, 2, OnFailure.STOP))) {
      worker.harness.push("a", "0", "1", "2", "3");
      HeldCall<String> other = worker.with("2");
      // Alone after the split, the record stops its lane while the other chunk runs.
      worker.with("0").fail(new IllegalStateException("bad"));
      worker.harness.turn();
      worker.harness.advance(SECOND);
      worker.with("0").fail(new IllegalStateException("bad"));
      worker.harness.turn();
      assertThat(worker.harness.halted()).hasSize(1);
      worker.harness.withdraw("a", 0, 1, 2, 3);
      assertThat(other.abandoned()).isFalse();
      other.context().checkpoint(other.chunk().get(0));
      other.fail(new IllegalStateException("too"));
      worker.harness.turn();

      assertThat(worker.harness.settled("a")).containsExactly("2");
      assertThat(worker.harness.counts().handedBack()).isEqualTo(3);
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void whatStillComesToAStoppedLaneIsHandedBackAtOnce() {
    try (Worker worker = new Worker(options(Ordering.LANE, 1, OnFailure.STOP))) {
      worker.harness.push("a", "0");
      worker.fail(new IllegalStateException("bad"));
      assertAddsUp(worker, 1);
      worker.harness.source().deliverLate(9, "a");
      worker.harness.turn();

      assertThat(worker.handler.calls()).hasSize(1);
      assertAddsUp(worker, 2);
      assertThat(worker.harness.broker().lane("a").unread()).isEqualTo(1);
    }
  }
}
