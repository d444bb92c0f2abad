package dev.sluice.runtime;

import static dev.sluice.runtime.Ending.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.drain.DrainState;
import dev.sluice.progress.LaneRef;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The last settle of a stop, alone and in the middle of a rebalance: commit 10 s. */
@ExtendWith(VertxExtension.class)
class DrainSettleTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
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
      Promise<Void> closing = Promise.promise();
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
      Promise<Void> closing = Promise.promise();
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
      Promise<Void> closing = Promise.promise();
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
}
