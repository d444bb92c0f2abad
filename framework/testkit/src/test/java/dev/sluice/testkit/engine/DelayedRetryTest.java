package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DelayedRetryTest {
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();
  private final KeptRecords retries = new KeptRecords();

  private HarnessOptions options(int attempts) {
    return Graveyard.options(letters, attempts)
        .delayedRetries(retries)
        .figures(f -> f.ordering(Ordering.NONE));
  }

  private static List<String> values(InMemoryDeadLetters place) {
    return place.letters().stream()
        .map(letter -> new String(letter.value(), StandardCharsets.UTF_8))
        .toList();
  }

  private static void assertAddsUp(EngineCounts counts) {
    assertThat(counts.received())
        .isEqualTo(
            counts.settled()
                + counts.deadLettered()
                + counts.skipped()
                + counts.delayed()
                + counts.handedBack()
                + counts.held());
    assertThat(counts.unaccounted()).isZero();
  }

  @Test
  void onlyTheFailingRecordIsKeptForLaterAfterItsAttemptsInPlace() {
    try (Worker worker = new Worker(options(3))) {
      worker.harness.push("a", Graveyard.values(20));
      worker.failOn("v7");

      assertThat(values(retries.kept)).containsExactly("v7");
      assertThat(letters.letters()).isEmpty();
      assertThat(worker.triesWith("v7")).isGreaterThanOrEqualTo(3);
      assertThat(worker.harness.settled("a")).hasSize(20);
      EngineCounts counts = worker.harness.counts();
      assertThat(counts.settled()).isEqualTo(19);
      assertThat(counts.delayed()).isEqualTo(1);
      assertThat(counts.deadLettered()).isZero();
      assertAddsUp(counts);
    }
  }

  @Test
  void afterTheLastDelayARecordIsGivenUpAsThePolicySays() {
    try (Worker worker = new Worker(options(2))) {
      worker.harness.push("last", "1", "poison");
      worker.failOn("poison");

      assertThat(retries.kept.letters()).isEmpty();
      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(1L);
      assertAddsUp(worker.harness.counts());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRecordComesAgainWhateverHappensAfterTheLastDelay(OnFailure then) {
    HarnessOptions options =
        options(1).figures(f -> f.retry(1, Duration.ofMillis(1), Duration.ofMillis(1), then));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "poison");
      worker.failOn("poison");

      assertThat(values(retries.kept)).containsExactly("poison");
      assertThat(worker.harness.halted()).isEmpty();
      assertThat(worker.harness.counts().skipped()).isZero();
    }
  }

  @Test
  void whatARuleCallsPoisonIsKeptWithoutAnotherTryInPlace() {
    RetryRule rule =
        new RetryRule(
            "UnsupportedOperationException",
            TroubleKind.POISON,
            Optional.empty(),
            Optional.empty());
    try (Worker worker = new Worker(options(5).figures(f -> f.rules(List.of(rule))))) {
      worker.harness.push("a", "only");
      worker.fail(new UnsupportedOperationException("no"));

      assertThat(worker.handler.calls()).hasSize(1);
      assertThat(values(retries.kept)).containsExactly("only");
    }
  }

  @Test
  void whatDoesNotDecodeIsNeverKeptBecauseItNeverGetsBetter() {
    try (Worker worker = new Worker(options(5))) {
      worker.harness.push("a", "1", "!bad");
      worker.failOn("nothing");

      assertThat(retries.kept.letters()).isEmpty();
      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(1L);
    }
  }

  @Test
  void whatAHandlerRejectsIsGivenUpAtOnce() {
    try (Worker worker = new Worker(options(5))) {
      worker.harness.push("a", "only");
      var unused =
          worker
              .last()
              .context()
              .reject(worker.last().chunk().get(0), new IllegalStateException("wrong"));
      worker.done();

      assertThat(retries.kept.letters()).isEmpty();
      assertThat(letters.letters()).hasSize(1);
    }
  }

  @Test
  void aDependencyThatIsDownMovesNothing() {
    try (Worker worker = new Worker(options(1))) {
      worker.harness.push("a", "1", "2");
      for (int i = 0; i < 5; i++) {
        worker.fail(new DependencyDown("away", null));
        worker.harness.advance(Duration.ofSeconds(40));
      }

      assertThat(retries.kept.letters()).isEmpty();
    }
  }

  @Test
  void nothingIsSettledBeforeItIsKeptAndOthersGoOnMeanwhile() {
    retries.kept.hold();
    try (Worker worker = new Worker(options(1).figures(f -> f.chunk(1, 1000, Duration.ZERO)))) {
      worker.harness.push("a", "poison", "2", "3");
      worker.with("poison").fail(new IllegalStateException("no"));
      worker.harness.turn();
      worker.done(worker.with("2"));
      worker.done(worker.with("3"));

      assertThat(retries.kept.held()).hasSize(1);
      assertThat(worker.harness.settled("a")).doesNotContain("poison");

      retries.kept.held().get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.settled("a")).containsExactly("poison", "2", "3");
      assertThat(worker.harness.counts().delayed()).isEqualTo(1);
    }
  }

  @Test
  void aRecordThatCanNotBeKeptStaysUnsettledAndStopsItsLane() {
    retries.kept.fail(new IllegalStateException("topic full"));
    try (Worker worker = new Worker(options(1))) {
      worker.harness.push("a", "poison");
      worker.failOn("poison");

      assertThat(worker.harness.settled("a")).isEmpty();
      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("record a at position 0 can't be kept for a later retry")
          .contains("topic full");
      assertAddsUp(worker.harness.counts());
    }
  }

  @Test
  void delaysCountForTheCeilingSoThatAnOutageDoesNotMoveTheWholeLane() {
    HarnessOptions options =
        options(1).figures(f -> f.chunk(1, 1000, Duration.ZERO).ceiling(3, Duration.ofHours(1)));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "v1", "v2", "v3", "v4", "v5");
      for (int i = 0; i < 20; i++) {
        worker.failAll();
        worker.harness.advance(Duration.ofSeconds(40));
      }

      assertThat(retries.kept.letters()).hasSize(3);
      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("more than 3 delayed retries and dead letters of a within")
          .contains("pipeline.retry.ceiling");
      assertAddsUp(worker.harness.counts());
    }
  }

  @Test
  void aFailureInADrainIsHandedBackAndNotKept() {
    try (Worker worker = new Worker(options(1))) {
      worker.harness.push("a", "poison");
      worker.harness.stop();
      worker.fail(new IllegalStateException("no"));

      assertThat(worker.harness.ended()).isTrue();
      assertThat(retries.kept.letters()).isEmpty();
      assertThat(worker.harness.report().handedBack()).isEqualTo(1);
    }
  }

  @Test
  void aStopWaitsForARecordThatIsJustBeingKeptAndReportsIt() {
    retries.kept.hold();
    try (Worker worker = new Worker(options(1))) {
      worker.harness.push("a", "poison");
      worker.fail(new IllegalStateException("no"));
      worker.harness.stop();

      assertThat(worker.harness.ended()).isFalse();

      retries.kept.held().get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.report().outcome()).isEqualTo("clean");
      assertThat(worker.harness.report().json()).contains("\"delayed\":1");
      assertThat(worker.harness.report().handedBack()).isZero();
      assertThat(worker.harness.report().unaccounted()).isZero();
    }
  }
}
