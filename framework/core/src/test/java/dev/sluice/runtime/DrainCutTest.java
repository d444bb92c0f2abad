package dev.sluice.runtime;

import static dev.sluice.runtime.Ending.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stops in which something fails, hangs or takes too long: need 60 s, commit 10 s, close 10 s. */
@ExtendWith(VertxExtension.class)
class DrainCutTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void aTryThatFailsDuringTheDrainIsHandedBackNotRepeated() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.stop();
      rig.handler.last().checkpoint(1);
      rig.handler.last().fail("no");

      assertThat(rig.committed("a")).isEqualTo(1);
      assertEnded(rig, "cut", 3);
      assertThat(rig.report().get("chunks").get("handedBack").asInt()).isEqualTo(1);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aTryThatFailsAfterItsLastCheckpointLeavesNothingBehind() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();
      rig.handler.last().checkpoint(2);
      rig.handler.last().fail("no");

      assertThat(rig.committed("a")).isEqualTo(2);
      assertEnded(rig, "clean", 0);
    }
  }

  @Test
  void whatStillRunsWhenTheNeedIsOverIsCutAndItsCheckpointCounts() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.limit = Duration.ofSeconds(90))) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2", "3");
      rig.deliver("b", "1");
      rig.handler.calls().get(0).checkpoint(1);
      rig.stop();
      rig.advance(Duration.ofMillis(59_999));

      assertThat(rig.state()).isInstanceOf(DrainState.Draining.class);

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.handler.calls()).noneMatch(ScriptedCall::alive);
      assertThat(rig.committed("a")).isEqualTo(1);
      assertThat(rig.committed("b")).isZero();
      assertEnded(rig, "cut", 3);
      assertThat(rig.report().get("chunks").get("cut").asInt()).isEqualTo(2);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(3);
    }
  }

  @Test
  void theNeedCountsFromTheRequestNotFromTheMomentTheLoopHeardOfIt() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.limit = Duration.ofSeconds(90))) {
      rig.assign("a");
      rig.deliver("a", "1");
      long asked = rig.clock.nanos();
      rig.advanceSeconds(20);
      rig.driver.stop(StopReason.TERM, asked);
      rig.quiet();

      assertThat(rig.handler.last().context().remaining()).isEqualTo(Duration.ofSeconds(40));

      rig.advanceSeconds(40);

      assertEnded(rig, "cut", 3);
    }
  }

  @Test
  void aTryThatBreachesItsLimitDuringTheDrainIsHandedBack() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.advanceSeconds(30);
      rig.stop();
      rig.advanceSeconds(30);

      assertEnded(rig, "cut", 3);
      assertThat(rig.snapshot().stuck()).isFalse();
    }
  }

  @Test
  void aTryThatWasAbandonedBeforeTheStopIsNotWaitedFor() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.advanceSeconds(61);
      rig.stop();

      assertEnded(rig, "cut", 3);
    }
  }

  @Test
  void intakeThatDoesNotStopIsNotWaitedForBeyondTheNeed() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdStopIntake();
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.handler.last().done();
      rig.deliver("a", "2");

      assertThat(rig.state()).isInstanceOf(DrainState.StoppingIntake.class);

      rig.advanceSeconds(60);

      assertEnded(rig, "clean", 0);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(1);
    }
  }

  @Test
  void aSourceThatBreaksForGoodDrainsAndEndsWithOne() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.source.inOwnThread(
          () -> rig.source.engine().failed(new IllegalStateException("fenced for good")));
      rig.quiet();
      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertEnded(rig, "clean", 1);
      assertThat(rig.report().get("reason").asText()).isEqualTo("fatal");
    }
  }

  @Test
  void aCloserThatHangsIsLeftBehindWhenTheTimeToCloseIsOver() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.closers.add("hangs", within -> Promise.<Void>promise().future());
      rig.stop();

      assertThat(rig.state()).isInstanceOf(DrainState.Closing.class);
      assertThat(rig.driver.exit().isComplete()).isFalse();

      rig.advanceSeconds(10);

      assertThat(rig.exitCode()).isZero();
      assertThat(rig.report().get("outcome").asText()).isEqualTo("clean");
    }
  }

  @Test
  void aSourceThatThrowsWhenIntakeStopsDoesNotKeepTheStopFromEnding() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.throwOnStopIntake();
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.handler.last().done();
      rig.advanceSeconds(60);

      assertEnded(rig, "clean", 0);
    }
  }
}
