package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneRef;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A try that runs past its limit of 60 s. */
@ExtendWith(VertxExtension.class)
class EngineLimitTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void remainingCountsDownToZeroAndNeverBelow() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      ScriptedCall call = rig.handler.last();
      rig.advanceSeconds(20);

      assertThat(call.context().remaining()).isEqualTo(Duration.ofSeconds(40));

      rig.advanceSeconds(50);

      assertThat(call.context().remaining()).isZero();
    }
  }

  @Test
  void atItsLimitATryIsDeadAndItsContextSaysSo() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      ScriptedCall call = rig.handler.last();
      rig.advance(Duration.ofMillis(59_999));

      assertThat(call.alive()).isTrue();
      assertThat(rig.tally.triesInFlight.get()).isEqualTo(1);

      rig.advance(Duration.ofMillis(1));

      assertThat(call.context().ended().isComplete()).isTrue();
      assertThat(rig.tally.triesInFlight.get()).isZero();
      assertThatThrownBy(() -> call.context().checkpoint(call.chunk().get(0)))
          .isInstanceOf(TryEnded.class)
          .hasMessageContaining("load on lane a")
          .hasMessageContaining("limit");
      assertThatThrownBy(
              () ->
                  call.context()
                      .forEach(r -> null)
                      .toCompletionStage()
                      .toCompletableFuture()
                      .join())
          .hasCauseInstanceOf(TryEnded.class);
    }
  }

  @Test
  void theLimitCountsFromTheCallAlsoWhenTheHandlerHoldsTheLoop() {
    AtomicReference<EngineRig> held = new AtomicReference<>();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)),
            (chunk, context) -> {
              held.get().clock.advance(Duration.ofSeconds(20));
              return Promise.<Outcome>promise().future();
            });
    try (EngineRig rig = new EngineRig(vertx, s -> {}, handler)) {
      held.set(rig);
      rig.assign("a");
      rig.deliver("a", "1");
      rig.advance(Duration.ofMillis(39_999));

      assertThat(rig.tally.triesInFlight.get()).isEqualTo(1);

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.tally.triesInFlight.get()).isZero();
    }
  }

  @Test
  void noSecondTryStartsWhileTheAbandonedOneRuns() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      rig.advanceSeconds(65);

      assertThat(rig.handler.calls()).hasSize(1);

      rig.handler.last().fail("at last");
      rig.advanceSeconds(1);

      assertThat(rig.handler.calls()).hasSize(2);
      assertThat(rig.handler.last().values()).containsExactly("1", "2", "3", "4", "5");
      assertThat(rig.handler.last().chunk().attempt()).isEqualTo(1);
    }
  }

  @Test
  void aLateCompletionIsIgnoredCountedAndTriedAgain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().checkpoint(1);
      rig.advanceSeconds(61);
      rig.handler.last().done();

      assertThat(rig.committed("a"))
          .as("the checkpoint counts, the late end does not")
          .isEqualTo(1);
      assertThat(rig.tally.lateCompletions.get()).isEqualTo(1);

      rig.advanceSeconds(1);

      assertThat(rig.handler.last().values()).containsExactly("2");

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.tally.settled.get()).isEqualTo(2);
    }
  }

  @Test
  void anAbandonedTryKeepsItsPlaceUntilItsHandlerHasEnded() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 1)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "1");
      rig.advanceSeconds(61);

      assertThat(rig.handler.calls()).hasSize(1);

      rig.handler.last().fail("at last");

      assertThat(rig.handler.last().lane()).isEqualTo("b");
    }
  }

  @Test
  void aBreachBurnsAnAttempt() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.attempts = 1)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(61);
      rig.handler.last().done();

      assertThat(rig.lane("a").halted())
          .hasValueSatisfying(reason -> assertThat(reason).contains("no end within the limit"));
      assertThat(rig.snapshot().stuck()).isFalse();
    }
  }

  @Test
  void aHandlerThatHasNotEndedByLimitPlusCommitHaltsItsLaneAndIsReportedStuck() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.advance(Duration.ofMillis(69_999));

      assertThat(rig.snapshot().stuck()).isFalse();
      assertThat(rig.lane("a").state()).isEqualTo("open");

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.snapshot().stuck()).isTrue();
      assertThat(rig.lane("a").halted())
          .hasValueSatisfying(
              reason -> assertThat(reason).contains("has not ended 70 s after its start on a"));

      rig.handler.last().done();

      assertThat(rig.snapshot().stuck()).as("it has come back").isFalse();
      assertThat(rig.handler.calls()).as("but the lane stays halted").hasSize(1);
    }
  }

  @Test
  void aHandlerThatIsStuckOnALostLaneIsReportedToo() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 1)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(30);
      rig.source.lose(lane);
      rig.advance(Duration.ofMillis(39_999));

      assertThat(rig.snapshot().stuck()).isFalse();

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.snapshot().stuck()).as("its place is taken for good").isTrue();

      rig.handler.last().fail("at last");

      assertThat(rig.snapshot().stuck()).isFalse();
    }
  }

  @Test
  void aHandlerThatIsStuckOnARevokedLaneIsReportedToo() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(61);
      rig.revoke(Duration.ofSeconds(5), lane).release();
      rig.advanceSeconds(9);

      assertThat(rig.snapshot().stuck()).isTrue();
    }
  }

  @Test
  void userCodeThatThrowsWhenItsTryEndsDoesNoHarm() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.handler
          .last()
          .context()
          .ended()
          .onComplete(
              v -> {
                throw new IllegalStateException("user code");
              });
      rig.advanceSeconds(60);

      assertThat(rig.tally.triesInFlight.get()).isZero();

      rig.handler.last().fail("at last");
      rig.advanceSeconds(1);

      assertThat(rig.handler.calls()).hasSize(2);
    }
  }
}
