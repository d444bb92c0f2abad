package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.SourceRecord;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import dev.sluice.testkit.InMemoryDeadLetters;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectTest {
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  @Test
  void aHandlerRejectsOneRecordAndIsDoneWithTheOthers() {
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      Future<Void> rejected =
          call.context().reject(call.chunk().get(1), new IllegalArgumentException("no such id"));
      worker.harness.turn();
      assertThat(rejected.succeeded()).isTrue();
      worker.done(call);

      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(1L);
      assertThat(letters.letters().get(0).errorMessage()).isEqualTo("no such id");
      assertThat(worker.harness.counts().settled()).isEqualTo(2);
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(1);
      assertThat(worker.handler.calls()).hasSize(1);
    }
  }

  @Test
  void aRejectedRecordIsNotTriedAgainWhenTheTryFails() {
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      var unused = call.context().reject(call.chunk().get(1), new IllegalArgumentException("no"));
      worker.harness.turn();
      worker.fail(new IllegalStateException("later"));
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(worker.running()).containsExactly(List.of("1", "3"));
      worker.done();
      assertThat(worker.harness.settled("a")).hasSize(3);
      assertThat(letters.letters()).hasSize(1);
    }
  }

  @Test
  void aChunkThatIsDoneSettlesNoRejectedRecordBeforeItsLetterIsConfirmed() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      SourceRecord<String> second = call.chunk().get(1);
      var unused = call.context().reject(second, new IllegalArgumentException("no"));
      call.context().checkpoint(call.chunk().get(2));
      worker.done(call);

      assertThat(worker.harness.settled("a")).containsExactly("1");

      letters.held().get(0).confirm();
      worker.harness.turn();

      assertThat(worker.harness.settled("a")).hasSize(3);
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(1);
    }
  }

  @Test
  void aRejectWhoseLetterFailsStopsTheLaneAndLeavesTheRecord() {
    letters.fail(new IllegalStateException("full"));
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      Future<Void> rejected = call.context().reject(call.chunk().get(1), new Exception("no"));
      worker.harness.turn();
      worker.done(call);

      assertThat(rejected.failed()).isTrue();
      assertThat(worker.harness.halted()).hasSize(1);
      assertThat(worker.harness.settled("a")).containsExactly("1");
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void withoutAnyPlaceForDeadLettersRejectStopsTheLane() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2");
      HeldCall<String> call = worker.last();
      Future<Void> rejected = call.context().reject(call.chunk().get(0), new Exception("no"));
      worker.harness.turn();

      assertThat(rejected.failed()).isTrue();
      assertThat(worker.harness.halted().values())
          .singleElement()
          .asString()
          .contains("rejected record a at position 0");
    }
  }

  @Test
  void noMoreLettersAreWrittenAtOnceThanChunksMayRun() {
    letters.hold();
    HarnessOptions options =
        Graveyard.options(letters, 5).figures(f -> f.concurrency(3, 10_000, 1L << 20));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", Graveyard.values(20));
      HeldCall<String> call = worker.last();
      call.chunk()
          .records()
          .forEach(
              wrong -> {
                var unused = call.context().reject(wrong, new Exception("no"));
              });
      worker.harness.turn();

      assertThat(letters.held()).hasSize(3);

      for (int left = 20; left > 0; left--) {
        letters.held().get(0).confirm();
        worker.harness.turn();
      }
      assertThat(letters.letters()).hasSize(20);
      worker.done();
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(20);
    }
  }

  @Test
  void aRecordThatIsRejectedTwiceHasOneLetter() {
    letters.hold();
    try (Worker worker = new Worker(Graveyard.options(letters, 5))) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      SourceRecord<String> second = call.chunk().get(1);
      Future<Void> once = call.context().reject(second, new IllegalArgumentException("no"));
      Future<Void> twice = call.context().reject(second, new IllegalArgumentException("no"));
      worker.harness.turn();

      assertThat(letters.held()).hasSize(1);

      letters.held().get(0).confirm();
      worker.harness.turn();

      assertThat(once.succeeded()).isTrue();
      assertThat(twice.succeeded()).isTrue();
      worker.done(call);
      assertThat(worker.harness.counts().deadLettered()).isEqualTo(1);
    }
  }
}
