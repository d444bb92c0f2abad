package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that their source wants back, as a cancelled job. */
class WithdrawnTest {
  private static HarnessOptions options(Ordering ordering) {
    return KeptFailureTest.options(3, OnFailure.DEAD_LETTER)
        .figures(
            f -> f.ordering(ordering).chunk(3, 1L << 20, Duration.ZERO).concurrency(1, 99, 99));
  }

  private static void assertCancelled(Worker worker, int index) {
    assertThat(KeptFailureTest.jobs(worker).cancelled(index)).isTrue();
    assertThat(KeptFailureTest.jobs(worker).attempts(index)).isZero();
    KeptFailureTest.assertAddsUp(worker);
  }

  private static void doneWithAll(Worker worker) {
    while (!worker.handler.unended().isEmpty()) {
      worker.done();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsOnlyHeldNeverRunsAndGoesBackAtOnce(Ordering ordering) {
    try (Worker worker = new Worker(options(ordering))) {
      worker.harness.push("a", "0", "1", "2", "3", "4", "5", "6");
      int held = Integer.parseInt(worker.last().values().get(0)) == 5 ? 4 : 5;
      worker.harness.cancel("a", held);

      assertCancelled(worker, held);
      doneWithAll(worker);
      assertThat(worker.triesWith(Integer.toString(held))).isZero();
      assertThat(worker.harness.counts().settled()).isEqualTo(6);
      assertThat(worker.harness.counts().handedBack()).isEqualTo(1);
      assertThat(worker.harness.quiet()).isTrue();
      KeptFailureTest.assertAddsUp(worker);
    }
  }

  @Test
  void aRunningTryIsEndedAndItsOtherRecordsAreTriedAgainWithoutAFailure() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1", "2");
      HeldCall<String> first = worker.last();
      first.context().checkpoint(first.chunk().get(0));
      worker.harness.cancel("a", 1);

      assertThat(first.abandoned()).isTrue();
      // Somebody may still be working on it.
      assertThat(KeptFailureTest.jobs(worker).cancelled(1)).isFalse();
      worker.done(first);
      assertCancelled(worker, 1);
      assertThat(worker.last().values()).containsExactly("2");
      worker.fail(new IllegalStateException("once"));
      doneWithAll(worker);
      assertThat(KeptFailureTest.jobs(worker).dead()).isEmpty();
      assertThat(worker.harness.counts().settled()).isEqualTo(2);
      KeptFailureTest.assertAddsUp(worker);
    }
  }

  @Test
  void twoRecordsOfOneTryAreBothTakenOut() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1", "2");
      HeldCall<String> first = worker.last();
      worker.harness.cancel("a", 0);
      worker.harness.cancel("a", 2);
      worker.done(first);

      assertCancelled(worker, 0);
      assertCancelled(worker, 2);
      assertThat(worker.running()).containsExactly(List.of("1"));
    }
  }

  @Test
  void aRecordThatIsAloneInItsTryLeavesNothingBehind() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0");
      worker.harness.cancel("a", 0);
      worker.fail(new InterruptedException());

      assertCancelled(worker, 0);
      assertThat(worker.handler.calls()).hasSize(1);
      assertThat(worker.harness.quiet()).isTrue();
    }
  }

  @Test
  void whatWaitsForItsNextTryIsTakenOutOfItsChunk() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1", "2");
      worker.fail(new IllegalStateException("all of them"));
      worker.harness.cancel("a", 1);

      assertCancelled(worker, 1);
      worker.harness.advance(Duration.ofSeconds(1));
      assertThat(worker.running()).containsExactly(List.of("0", "2"));
    }
  }

  @Test
  void whatIsDoneStaysDone() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1");
      worker.harness.source().holdSettles();
      HeldCall<String> first = worker.last();
      first.context().checkpoint(first.chunk().get(0));
      worker.harness.turn();
      worker.harness.cancel("a", 0);

      assertThat(first.abandoned()).isFalse();
      worker.harness.source().unanswered().confirm();
      worker.harness.turn();
      assertThat(worker.harness.settled("a")).containsExactly("0");
      assertThat(KeptFailureTest.jobs(worker).cancelled(0)).isFalse();
      KeptFailureTest.assertAddsUp(worker);
    }
  }

  @Test
  void aDrainCutsNothingShortForIt() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1");
      worker.harness.stop();
      worker.harness.cancel("a", 0);

      assertThat(worker.last().abandoned()).isFalse();
      worker.done();
      assertThat(worker.harness.report().outcome()).isEqualTo("clean");
      assertThat(worker.harness.settled("a")).containsExactly("0", "1");
      KeptFailureTest.assertAddsUp(worker);
    }
  }

  @Test
  void aDrainThatHandsBackEndsACancelledJob() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1");
      worker.harness.stop();
      worker.harness.cancel("a", 1);
      HeldCall<String> call = worker.last();
      call.context().checkpoint(call.chunk().get(0));
      call.stopped();
      worker.harness.turn();

      assertCancelled(worker, 1);
      assertThat(worker.harness.report().exitCode()).isZero();
    }
  }

  @Test
  void whatIsWithdrawnFromATryPastItsLimitDoesNotLeaveAnotherToBlame() {
    try (Worker worker = new Worker(options(Ordering.LANE))) {
      worker.harness.push("a", "0", "1");
      HeldCall<String> first = worker.last();
      worker.harness.advance(Duration.ofSeconds(61));
      assertThat(first.abandoned()).isTrue();
      worker.harness.cancel("a", 0);
      worker.done(first);

      assertCancelled(worker, 0);
      assertThat(worker.running()).containsExactly(List.of("1"));
      assertThat(KeptFailureTest.jobs(worker).retries()).isEmpty();
    }
  }
}
