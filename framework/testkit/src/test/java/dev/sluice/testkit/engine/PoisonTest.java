package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoisonTest {
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void onlyTheFailingRecordIsDeadLetteredAndItsNeighboursAreTriedABoundedNumberOfTimes(
      int attempts) {
    int n = 100;
    try (Worker worker = new Worker(Graveyard.options(letters, attempts))) {
      worker.harness.push("a", Graveyard.values(n));
      worker.failOn("v37");

      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(37L);
      assertThat(worker.harness.settled("a")).hasSize(n);
      assertThat(worker.harness.counts().settled()).isEqualTo(n - 1);
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(1);
      int bound = Math.max(attempts, 2) + 2 * 7;
      for (int i = 0; i < n; i++) {
        if (i != 37) {
          assertThat(worker.triesWith("v" + i)).as("tries of v%d", i).isLessThanOrEqualTo(bound);
        }
      }
      assertThat(worker.triesWith("v37")).isGreaterThanOrEqualTo(attempts);
      assertThat(worker.handler.calls())
          .as("the poison record stood alone before it was given up")
          .anyMatch(call -> call.values().equals(List.of("v37")));
    }
  }

  @Test
  void aDeadLetterHasEverythingNeededToMendTheRecordAndSendItAgain() {
    FakeRecord poison = FakeRecord.of("key", "poison").header("trace", "1").header("trace", "2");
    try (Worker worker = new Worker(Graveyard.options(letters, 2))) {
      worker.harness.push("a", FakeRecord.of("x"), poison);
      worker.failOn("poison");

      DeadLetter letter = letters.letters().get(0);
      assertThat(letter.pipeline()).isEqualTo("pipeline");
      assertThat(letter.id()).isEqualTo("a/1");
      assertThat(letter.lane().generation()).isEqualTo(1);
      assertThat(letter.key()).isEqualTo("key".getBytes(StandardCharsets.UTF_8));
      assertThat(letter.value()).isEqualTo("poison".getBytes(StandardCharsets.UTF_8));
      assertThat(letter.headers()).extracting(Header::name).containsExactly("trace", "trace");
      assertThat(letter.errorClass()).isEqualTo("java.lang.IllegalStateException");
      assertThat(letter.errorMessage()).isEqualTo("can't do poison");
      assertThat(letter.attempts()).isEqualTo(3);
    }
  }

  @Test
  void bytesThatDoNotDecodeAreDeadLetteredWithoutATryAndTheirNeighboursGoOn() {
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "!bad", "3");
      worker.failOn("nothing");

      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(1L);
      assertThat(letters.letters().get(0).attempts()).isZero();
      assertThat(worker.all()).containsExactly(List.of("1"), List.of("3"));
      assertThat(worker.harness.settled("a")).hasSize(3);
    }
  }

  @Test
  void nothingIsSettledBeforeItsDeadLetterIsConfirmed() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 1))) {
      worker.harness.push("a", "poison", "2");
      worker.fail(new IllegalStateException("both"));
      worker.harness.advance(Duration.ofSeconds(1));
      worker.fail(new IllegalStateException("alone"));

      assertThat(letters.held()).hasSize(1);
      assertThat(worker.harness.settled("a")).isEmpty();

      letters.held().get(0).confirm();
      worker.harness.turn();
      worker.done();

      assertThat(worker.harness.settled("a")).containsExactly("poison", "2");
    }
  }

  @Test
  void aDeadLetterThatCanNotBeWrittenLeavesTheRecordUnsettledAndStopsTheLane() {
    letters.fail(new IllegalStateException("topic full"));
    try (Worker worker = new Worker(Graveyard.options(letters, 1))) {
      worker.harness.push("a", "1", "poison", "3");
      worker.failOn("poison");

      assertThat(worker.harness.settled("a")).containsExactly("1");
      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("dead letter of record a at position 1 can't be written")
          .contains("topic full");
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void moreDeadLettersThanTheCeilingStopTheLane() {
    HarnessOptions options =
        Graveyard.options(letters, 1).figures(f -> f.ceiling(3, Duration.ofHours(1)));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "!1", "!2", "!3", "!4", "5");

      assertThat(letters.letters()).hasSize(3);
      assertThat(worker.harness.settled("a")).hasSize(3);
      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("more than 3 dead letters of a within")
          .contains("pipeline.retry.ceiling");
    }
  }

  @Test
  void theCeilingIsARateNotATotal() {
    HarnessOptions options =
        Graveyard.options(letters, 1).figures(f -> f.ceiling(2, Duration.ofSeconds(10)));
    try (Worker worker = new Worker(options)) {
      for (int i = 0; i < 5; i++) {
        worker.harness.push("a", "!" + i);
        worker.harness.advance(Duration.ofSeconds(6));
      }

      assertThat(letters.letters()).hasSize(5);
      assertThat(worker.harness.halted()).isEmpty();
    }
  }

  @Test
  void aRuleForAKindOfFailureDecidesAtOnce() {
    List<RetryRule> rules =
        List.of(
            new RetryRule(
                "UnsupportedOperationException",
                TroubleKind.POISON,
                Optional.of(OnFailure.SKIP),
                Optional.empty()));
    try (Worker worker = new Worker(Graveyard.options(letters, 5).figures(f -> f.rules(rules)))) {
      worker.harness.push("a", "only");
      worker.fail(new RuntimeException(new UnsupportedOperationException("no")));

      assertThat(worker.handler.calls()).hasSize(1);
      assertThat(worker.harness.counts().skipped()).isEqualTo(1);
      assertThat(letters.letters()).isEmpty();
    }
  }

  @Test
  void aStopDuringTheWritingOfALetterWaitsForIt() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 1))) {
      worker.harness.push("a", "!bad", "2");
      worker.harness.stop();

      assertThat(worker.harness.ended()).isFalse();

      letters.held().get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.report().outcome()).isEqualTo("clean");
      assertThat(worker.harness.report().deadLettered()).isEqualTo(1);
      assertThat(worker.harness.report().handedBack()).isEqualTo(1);
    }
  }

  @Test
  void aStopDoesNotWaitLongerForALetterThanItsWindow() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 1))) {
      worker.harness.push("a", "!bad", "2");
      worker.harness.stopAndWait();

      assertThat(worker.harness.report().outcome()).isEqualTo("cut");
      assertThat(worker.harness.settled("a")).isEmpty();
      assertThat(worker.harness.report().unaccounted()).isZero();
    }
  }

  @Test
  void aPlaceThatNeverAnswersDoesNotHoldTheLaneForEver() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 1))) {
      worker.harness.push("a", "!bad", "2");
      worker.harness.advance(Duration.ofSeconds(10));

      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("no confirmation within PT10S");
    }
  }
}
