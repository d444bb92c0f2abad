package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of settles that are late, fail, or come too late. */
@ExtendWith(VertxExtension.class)
class EngineSettleTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void oneSettleIsOutstandingAndTheNextTakesAlongWhateverCameMeanwhile() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.chunkRecords = 1)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2", "3");
      rig.deliver("b", "1");
      for (int i = 0; i < 4; i++) {
        rig.handler.unended().get(0).done();
      }

      assertThat(rig.source.settles()).hasSize(1);
      assertThat(rig.tally.settled.get()).isZero();
      assertThat(rig.tally.awaitingSettle.get()).isEqualTo(4);

      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.source.settles()).hasSize(2);
      assertThat(rig.source.lastSettle().settlements()).hasSize(2);

      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.tally.settled.get()).isEqualTo(4);
      assertThat(rig.tally.awaitingSettle.get()).isZero();
      assertThat(rig.committed("a")).isEqualTo(3);
    }
  }

  @Test
  void whatIsDoneInOneTurnOfTheLoopIsSettledTogether() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "1");
      ScriptedCall a = rig.handler.calls().get(0);
      ScriptedCall b = rig.handler.calls().get(1);
      rig.handler.processed().add(a.chunk(), 1);
      rig.handler.processed().add(b.chunk(), 1);
      rig.on(
          () -> {
            a.context().checkpoint(a.chunk().get(0));
            b.context().checkpoint(b.chunk().get(0));
          });

      assertThat(rig.source.lastSettle().settlements()).hasSize(2);
    }
  }

  @Test
  void aFailedSettleIsRepeatedAfterAPauseWithWhateverCameMeanwhile() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::fail);
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.handler.last().checkpoint(1);

      assertThat(rig.source.settles()).hasSize(1);

      rig.advance(Duration.ofMillis(199));

      assertThat(rig.source.settles()).hasSize(1);

      rig.source.answerSettles(FakeSettle::confirm);
      rig.handler.last().checkpoint(3);
      rig.advance(Duration.ofMillis(1));

      assertThat(rig.committed("a")).isEqualTo(3);
      assertThat(rig.tally.settled.get()).isEqualTo(3);
    }
  }

  @Test
  void aSettleWhoseAnswerGotLostIsRepeatedAndCountedOnce() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::loseAnswer);
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.tally.settled.get()).isZero();

      rig.source.answerSettles(FakeSettle::confirm);
      rig.advanceSeconds(1);

      assertThat(rig.tally.settled.get()).isEqualTo(2);
    }
  }

  @Test
  void aSourceThatBreaksItsPromiseIsAskedAgain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::breakPromise);
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      rig.source.answerSettles(FakeSettle::confirm);
      rig.advanceSeconds(1);

      assertThat(rig.committed("a")).isEqualTo(2);
    }
  }

  @Test
  void workGoesOnWhileSettlesFail() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.chunkRecords = 1)) {
      rig.source.answerSettles(FakeSettle::fail);
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.handler.last().done();
      rig.handler.last().done();
      rig.handler.last().done();

      assertThat(rig.handler.calls()).hasSize(3);
      assertThat(rig.tally.awaitingSettle.get()).isEqualTo(3);
    }
  }

  @Test
  void aStaleAnswerMeansTheLaneIsGoneAndIsNotAskedForAgain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      // The broker has given the lane away; the source has not told the engine yet.
      rig.source.broker().unassign(Set.of(new LaneRef("a", 1)));
      rig.handler.last().checkpoint(1);

      assertThat(rig.source.settles().size()).isEqualTo(1);
      assertThat(rig.handler.last().alive()).as("it works for nothing").isFalse();
      assertThat(rig.tally.stale.get()).isEqualTo(1);
      assertThat(rig.tally.handedBack.get()).isEqualTo(2);

      rig.source.lose(new LaneRef("a", 1));
      rig.quiet();

      assertThat(rig.tally.handedBack.get()).as("handed back once").isEqualTo(2);
      assertThat(rig.committed("a")).isZero();
    }
  }

  @Test
  void whatIsSkippedWhileASettleIsOutstandingDoesNotTakeItsPlace() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipMalformed = true)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      rig.deliver("a", "!bad", "!bad", "!bad");
      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.tally.settled.get()).isEqualTo(2);
      assertThat(rig.tally.skipped.get()).isZero();

      rig.source.lose(lane);
      rig.quiet();

      assertThat(rig.tally.settled.get()).isEqualTo(2);
      assertThat(rig.tally.handedBack.get()).isEqualTo(3);
    }
  }

  @Test
  void skippedRecordsCountAsSkippedOnceTheSourceHasThem() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipMalformed = true)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "!bad", "2");

      assertThat(rig.tally.skipped.get()).isZero();

      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.tally.skipped.get()).isEqualTo(1);
      assertThat(rig.tally.settled.get()).isZero();
    }
  }
}
