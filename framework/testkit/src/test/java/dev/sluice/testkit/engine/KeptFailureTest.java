package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.progress.Settlement;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.FakeJobs;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failed records of a source that keeps them itself. */
class KeptFailureTest {
  private static final Duration INITIAL = Duration.ofMillis(200);
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  static HarnessOptions options(int attempts, OnFailure then) {
    return HarnessOptions.table()
        .figures(f -> f.retry(attempts, INITIAL, Duration.ofSeconds(30), then).malformed(then));
  }

  static FakeJobs jobs(Worker worker) {
    return worker.harness.broker().lane("a").jobs().orElseThrow();
  }

  static void assertAddsUp(Worker worker) {
    EngineCounts counts = worker.harness.counts();
    assertThat(counts.unaccounted()).isZero();
    assertThat(worker.harness.source().breaches()).isEmpty();
  }

  @Test
  void aFailedRecordGoesBackAfterEachTryWithAPauseByAttempt() {
    try (Worker worker = new Worker(options(3, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "poison");
      worker.fail(new IllegalStateException("first"));

      assertThat(jobs(worker).retries())
          .extracting(Settlement.RetryLater::error)
          .containsExactly("IllegalStateException: first");
      // Delivered again at once by this fake, with no pause of the strand before it.
      worker.fail(new IllegalStateException("second"));
      assertThat(jobs(worker).retries())
          .extracting(Settlement.RetryLater::after)
          .containsExactly(INITIAL.dividedBy(2), INITIAL);
      assertThat(jobs(worker).dead()).isEmpty();

      worker.fail(new IllegalStateException("third"));
      assertThat(jobs(worker).dead()).containsExactly(0);
      assertThat(jobs(worker).attempts(0)).isEqualTo(3);
      assertThat(jobs(worker).lastError(0)).contains("IllegalStateException: third");
      assertThat(worker.handler.calls()).hasSize(3);
      EngineCounts counts = worker.harness.counts();
      assertThat(counts.delayed()).isEqualTo(2);
      assertThat(counts.deadLettered()).isEqualTo(1);
      assertAddsUp(worker);
    }
  }

  @Test
  void onlyTheFailingRecordIsChargedAndItComesAgainAlone() {
    try (Worker worker = new Worker(options(3, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", Graveyard.values(20));
      worker.failOn("v7");

      assertThat(jobs(worker).dead()).containsExactly(7);
      for (int i = 0; i < 20; i++) {
        assertThat(jobs(worker).attempts(i)).isEqualTo(i == 7 ? 3 : 1);
      }
      List<List<String>> withIt =
          worker.all().stream().filter(call -> call.contains("v7")).toList();
      // Found once by splitting, then by itself.
      assertThat(withIt.subList(withIt.size() - 2, withIt.size())).containsOnly(List.of("v7"));
      for (String other : Graveyard.values(20)) {
        if (!other.equals("v7")) {
          assertThat(worker.triesWith(other)).isLessThanOrEqualTo(2 + 2 * 5);
        }
      }
      assertThat(worker.harness.counts().settled()).isEqualTo(19);
      assertAddsUp(worker);
    }
  }

  @Test
  void aLetterIsWrittenBeforeTheRecordIsDead() {
    HarnessOptions options = options(1, OnFailure.DEAD_LETTER).deadLetters(letters);
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "poison");
      worker.harness.source().holdSettles();
      worker.fail(new IllegalStateException("no"));

      assertThat(letters.letters()).extracting(DeadLetter::attempts).containsExactly(1);
      assertThat(jobs(worker).dead()).isEmpty();
      worker.harness.source().unanswered().confirm();
      worker.harness.turn();
      assertThat(jobs(worker).dead()).containsExactly(0);
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(1);
      assertAddsUp(worker);
    }
  }

  @Test
  void aLetterThatCanNotBeWrittenStopsTheLaneAndTheRecordIsNotDead() {
    HarnessOptions options = options(1, OnFailure.DEAD_LETTER).deadLetters(letters);
    try (Worker worker = new Worker(options)) {
      letters.fail(new IllegalStateException("full"));
      worker.harness.push("a", "poison");
      worker.fail(new IllegalStateException("no"));

      assertThat(worker.harness.halted()).hasSize(1);
      assertThat(jobs(worker).dead()).isEmpty();
      assertThat(jobs(worker).attempts(0)).isZero();
      assertAddsUp(worker);
    }
  }

  @Test
  void skipEndsTheRecordAndStopKeepsIt() {
    try (Worker worker = new Worker(options(1, OnFailure.SKIP))) {
      worker.harness.push("a", "poison");
      worker.fail(new IllegalStateException("no"));
      assertThat(jobs(worker).dead()).isEmpty();
      assertThat(worker.harness.settled("a")).containsExactly("poison");
      assertThat(worker.harness.counts().skipped()).isEqualTo(1);
      assertAddsUp(worker);
    }
    try (Worker worker = new Worker(options(1, OnFailure.STOP))) {
      worker.harness.push("a", "poison");
      worker.fail(new IllegalStateException("no"));
      assertThat(worker.harness.halted()).hasSize(1);
      assertThat(worker.harness.settled("a")).isEmpty();
      assertAddsUp(worker);
    }
  }

  @Test
  void whatDoesNotDecodeIsDeadWithoutATry() {
    try (Worker worker = new Worker(options(5, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "1", "!bad", "2");
      worker.failOn("nothing");

      assertThat(jobs(worker).dead()).containsExactly(1);
      assertThat(worker.harness.counts().settled()).isEqualTo(2);
      assertAddsUp(worker);
    }
  }

  @Test
  void aRejectedRecordIsDeadAndItsChunkGoesOn() {
    try (Worker worker = new Worker(options(5, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "1", "bad", "2");
      worker.last().context().reject(worker.last().chunk().get(1), new RuntimeException("bad"));
      worker.done();

      assertThat(jobs(worker).dead()).containsExactly(1);
      assertThat(worker.harness.counts().settled()).isEqualTo(2);
      assertAddsUp(worker);
    }
  }

  @Test
  void aDependencyThatIsDownBurnsNothingAndPutsNothingBack() {
    try (Worker worker = new Worker(options(1, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "1");
      for (int i = 0; i < 5; i++) {
        worker.fail(new DependencyDown("the sink is away"));
        worker.harness.advance(Duration.ofSeconds(60));
      }
      assertThat(jobs(worker).retries()).isEmpty();
      assertThat(jobs(worker).dead()).isEmpty();
      assertThat(jobs(worker).attempts(0)).isEqualTo(1);
      worker.done();
      assertThat(worker.harness.settled("a")).containsExactly("1");
      assertAddsUp(worker);
    }
  }

  @Test
  void aFailureWhoseAnswerGotLostIsSaidAgain() {
    try (Worker worker = new Worker(options(3, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "poison");
      worker.harness.source().holdSettles();
      worker.fail(new IllegalStateException("no"));
      worker.harness.source().unanswered().fail();
      worker.harness.turn();
      worker.harness.advance(Duration.ofSeconds(1));
      Settlement first = worker.harness.source().settles().get(0).settlements().get(0);

      assertThat(worker.harness.source().unanswered().settlements()).containsExactly(first);
      worker.harness.source().unanswered().confirm();
      worker.harness.turn();
      assertThat(worker.harness.counts().delayed()).isEqualTo(1);
      assertAddsUp(worker);
    }
  }

  @Test
  void aDrainGivesTheAttemptBackOfWhatFailsInIt() {
    try (Worker worker = new Worker(options(3, OnFailure.DEAD_LETTER))) {
      worker.harness.push("a", "1");
      worker.harness.stop();
      worker.fail(new IllegalStateException("interrupted"));

      assertThat(jobs(worker).attempts(0)).isZero();
      assertThat(jobs(worker).retries()).isEmpty();
      assertAddsUp(worker);
    }
  }
}
