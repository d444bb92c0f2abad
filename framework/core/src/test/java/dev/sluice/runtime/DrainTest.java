package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.drain.DrainState;
import dev.sluice.progress.LaneRef;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stop from its request to the exit code: need 60 s, commit 10 s, close 10 s. */
@ExtendWith(VertxExtension.class)
class DrainTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static void assertEnded(EngineRig rig, String outcome, int exitCode) {
    assertThat(rig.exitCode()).isEqualTo(exitCode);
    JsonNode report = rig.report();
    assertThat(report.get("outcome").asText()).isEqualTo(outcome);
    assertThat(report.get("exitCode").asInt()).isEqualTo(exitCode);
    assertThat(report.get("records").get("unaccounted").asLong()).isZero();
    assertThat(rig.source.closed()).isTrue();
    assertThat(rig.halts).as("the deadline had no part in it").isEmpty();
  }

  private static JsonNode chunks(EngineRig rig) {
    return rig.report().get("chunks");
  }

  @Test
  void anIdleWorkerStopsWithoutWaitingForAnyTimer() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.stop();

      assertEnded(rig, "clean", 0);
      assertThat(rig.report().get("phases")).hasSize(4);
    }
  }

  @Test
  void aStartedTryMayFinishAndNothingElseStarts() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2", "3", "4", "5", "6", "7");
      rig.stop();
      rig.deliver("b", "1");

      assertThat(rig.handler.last().context().draining()).isTrue();
      assertThat(rig.handler.last().context().remaining()).isEqualTo(Duration.ofSeconds(60));
      assertThat(rig.source.stopIntakeAsked()).isTrue();
      assertThat(rig.state()).isInstanceOf(DrainState.Draining.class);

      rig.handler.last().done();

      assertThat(rig.handler.calls()).hasSize(1);
      assertThat(rig.committed("a")).isEqualTo(5);
      assertEnded(rig, "clean", 0);
      assertThat(chunks(rig).get("finished").asInt()).isEqualTo(1);
      assertThat(rig.report().get("records").get("settled").asInt()).isEqualTo(5);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(3);
    }
  }

  @Test
  void aHandlerThatStopsAtItsCheckpointIsCleanAndTheRestIsHandedBack() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.stop();
      rig.handler.last().checkpoint(2);
      rig.handler.last().stopped();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertEnded(rig, "clean", 0);
      assertThat(chunks(rig).get("checkpointed").asInt()).isEqualTo(1);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(1);
      assertThat(rig.report().get("lanes").get(0).get("position").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aWaitingRetryIsHandedBackAtOnce() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.handler.last().fail("no");
      rig.stop();

      assertEnded(rig, "clean", 0);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(3);

      rig.advanceSeconds(10);

      assertThat(rig.handler.calls()).hasSize(1);
    }
  }

  @Test
  void whatLingersIsHandedBackAtOnce() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.linger = Duration.ofSeconds(5))) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();

      assertEnded(rig, "clean", 0);

      rig.advanceSeconds(10);

      assertThat(rig.handler.calls()).isEmpty();
    }
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
      assertThat(chunks(rig).get("handedBack").asInt()).isEqualTo(1);
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
      assertThat(chunks(rig).get("cut").asInt()).isEqualTo(2);
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
      rig.driver.stop(dev.sluice.drain.StopReason.TERM, asked);
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

      assertEnded(rig, "clean", 0);
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
  void aSettleThatDoesNotComeBackIsGivenUpAfterCommitAndCountsAsCut() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      rig.stop();

      assertThat(rig.state()).isInstanceOf(DrainState.Settling.class);

      rig.advance(Duration.ofMillis(9_999));

      assertThat(rig.state()).isInstanceOf(DrainState.Settling.class);

      rig.advance(Duration.ofMillis(1));

      assertEnded(rig, "cut", 3);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aSettleAnsweredAfterItWasGivenUpIsNotCountedTwice() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      io.vertx.core.Promise<Void> closing = io.vertx.core.Promise.promise();
      rig.closers.add("slow", within -> closing.future());
      rig.stop();
      rig.advanceSeconds(10);
      rig.source.lastSettle().confirm();
      rig.quiet();
      rig.on(closing::complete);

      assertEnded(rig, "cut", 3);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aFailedSettleIsRepeatedUntilTheTimeToSettleIsOver() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::fail);
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();
      rig.handler.last().done();
      rig.advanceSeconds(9);

      assertThat(rig.state()).isInstanceOf(DrainState.Settling.class);
      assertThat(rig.source.settles()).hasSizeBetween(40, 50);

      rig.source.answerSettles(FakeSettle::confirm);
      rig.advanceSeconds(1);

      assertThat(rig.committed("a")).isEqualTo(2);
      assertEnded(rig, "clean", 0);
    }
  }

  @Test
  void aStopDuringARevokeWaitsForItsFinalCommit() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      FakeRevoke revoke = rig.revoke(Duration.ofSeconds(30), lane);
      rig.stop();
      rig.handler.last().done();

      assertThat(revoke.answered()).isTrue();
      assertThat(rig.state()).isInstanceOf(DrainState.Settling.class);

      revoke.release();
      rig.quiet();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertEnded(rig, "clean", 0);
      assertThat(rig.report().get("records").get("settled").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aRevokeWhoseFinalCommitFailsDuringTheStopCountsAsCut() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      FakeRevoke revoke = rig.revoke(Duration.ofSeconds(30), lane);
      rig.stop();
      rig.handler.last().done();
      revoke.releaseUncommitted();
      rig.quiet();

      assertEnded(rig, "cut", 3);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aLaneLostDuringTheStopWithWorkDoneButNotSettledCountsAsCut() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::fail);
      LaneRef a = rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2");
      rig.deliver("b", "1");
      rig.handler.calls().get(0).done();
      rig.stop();
      rig.source.lose(a);
      rig.quiet();
      rig.source.answerSettles(FakeSettle::confirm);
      rig.handler.calls().get(1).done();
      rig.advanceSeconds(1);

      assertEnded(rig, "cut", 3);
    }
  }

  @Test
  void aRevokeDuringTheStopEndsWithTheNeed() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.limit = Duration.ofSeconds(90))) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();
      rig.advanceSeconds(50);
      FakeRevoke revoke = rig.revoke(Duration.ofSeconds(60), lane);

      assertThat(rig.handler.last().context().remaining()).isEqualTo(Duration.ofSeconds(10));

      rig.advanceSeconds(10);

      assertThat(revoke.answered()).isTrue();
      revoke.release();
      rig.quiet();
      assertEnded(rig, "cut", 3);
    }
  }

  @Test
  void aReleaseThatComesAfterTheEngineIsClosedChangesNoBooks() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      FakeRevoke revoke = rig.revoke(Duration.ofSeconds(30), lane);
      io.vertx.core.Promise<Void> closing = io.vertx.core.Promise.promise();
      rig.closers.add("slow", within -> closing.future());
      rig.stop();
      rig.handler.last().done();
      rig.advanceSeconds(10);

      assertThat(rig.state()).isInstanceOf(DrainState.Closing.class);

      revoke.release();
      rig.quiet();
      rig.on(closing::complete);

      assertEnded(rig, "cut", 3);
    }
  }

  @Test
  void aRevokeThatComesAfterTheEngineIsClosedOffersNothing() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.answerSettles(FakeSettle::fail);
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      io.vertx.core.Promise<Void> closing = io.vertx.core.Promise.promise();
      rig.closers.add("slow", within -> closing.future());
      rig.stop();
      rig.advanceSeconds(10);
      FakeRevoke revoke = rig.revoke(Duration.ofSeconds(30), lane);

      assertThat(revoke.settlements()).isEmpty();
      rig.on(closing::complete);
      assertEnded(rig, "cut", 3);
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
  void aHaltedLaneSettlesWhatItHasDone() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "1", "!bad");
      rig.handler.last().done();
      rig.source.answerSettles(FakeSettle::confirm);
      rig.source.lastSettle().fail();
      rig.quiet();
      rig.stop();

      assertThat(rig.committed("a")).isEqualTo(1);
      assertEnded(rig, "clean", 0);
    }
  }

  @Test
  void aCloserThatHangsIsLeftBehindWhenTheTimeToCloseIsOver() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.closers.add("hangs", within -> io.vertx.core.Promise.<Void>promise().future());
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

  @Test
  void theTerminationMessageIsTheReport() throws IOException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.stop();

      assertThat(EngineRig.json(Files.readString(rig.termination))).isEqualTo(rig.report());
    }
  }

  @Test
  void onlyTheFirstRequestCounts() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.driver.stop(dev.sluice.drain.StopReason.IDLE, rig.clock.nanos());
      rig.quiet();
      rig.stop();
      rig.handler.last().done();

      assertThat(rig.report().get("reason").asText()).isEqualTo("idle");
    }
  }
}
