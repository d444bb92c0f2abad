package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lanes that are taken away with notice. */
@ExtendWith(VertxExtension.class)
class EngineRevokeTest {
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void aRevokeWithNothingStartedIsAnsweredAtOnceAndHandsBackWhatIsBuffered() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.linger = Duration.ofSeconds(1))) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);

      assertThat(revoke.settlements()).isEmpty();
      assertThat(rig.tally.handedBack.get()).isEqualTo(2);

      revoke.release();
      rig.quiet();

      assertThat(rig.snapshot().lanes()).isEmpty();
      assertThat(rig.handler.calls()).isEmpty();
    }
  }

  @Test
  void aRevokeWaitsForStartedWorkOnlyAndReturnsWhatIsDone() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6", "7");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);

      assertThat(revoke.answered()).isFalse();
      assertThat(rig.handler.last().context().draining()).isTrue();
      assertThat(rig.handler.last().context().remaining()).isEqualTo(WITHIN);

      rig.handler.last().done();

      assertThat(revoke.settlements()).containsExactly(new Settlement.Done(lane, 0, 5, 5));
      assertThat(rig.handler.calls()).as("what was only buffered is not started").hasSize(1);

      revoke.release();
      rig.quiet();

      assertThat(rig.committed("a")).isEqualTo(5);
      assertThat(rig.tally.settled.get()).isEqualTo(5);
      assertThat(rig.tally.handedBack.get()).isEqualTo(2);
    }
  }

  @Test
  void aHandlerMayStopAtACheckpointWhenItsLaneIsRevoked() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.handler.last().checkpoint(2);
      rig.handler.last().stopped();

      assertThat(revoke.settlements()).containsExactly(new Settlement.Done(lane, 0, 2, 2));

      revoke.release();
      rig.quiet();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.tally.handedBack.get()).isEqualTo(1);
      assertThat(rig.timers.armed()).as("no retry").isZero();
    }
  }

  @Test
  void aTryThatFailsDuringItsRevokeIsNotRepeated() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.handler.last().fail("no");

      assertThat(revoke.settlements()).isEmpty();

      rig.advanceSeconds(10);

      assertThat(rig.handler.calls()).hasSize(1);
    }
  }

  @Test
  void aWaitingRetryIsHandedBackByARevoke() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.handler.last().fail("no");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);

      assertThat(revoke.answered()).isTrue();

      revoke.release();
      rig.advanceSeconds(10);

      assertThat(rig.handler.calls()).hasSize(1);
      assertThat(rig.tally.handedBack.get()).isEqualTo(3);
    }
  }

  @Test
  void atTheDeadlineOfARevokeItsTriesAreCutAndTheirCheckpointsCount() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef a = rig.assign("a");
      LaneRef b = rig.assign("b");
      rig.assign("c");
      rig.deliver("a", "1", "2", "3");
      rig.deliver("b", "1", "2");
      rig.deliver("c", "1");
      FakeRevoke revoke = rig.revoke(WITHIN, a, b);
      rig.handler.calls().get(0).checkpoint(1);
      rig.advance(WITHIN.minusMillis(1));

      assertThat(revoke.answered()).isFalse();

      rig.advance(Duration.ofMillis(1));

      assertThat(revoke.answered()).isTrue();
      assertThat(rig.handler.calls().get(0).alive()).isFalse();
      assertThat(rig.handler.calls().get(1).alive()).isFalse();
      assertThat(rig.handler.calls().get(2).alive()).as("another lane's").isTrue();

      revoke.release();
      rig.quiet();

      assertThat(rig.committed("a")).isEqualTo(1);
      assertThat(rig.committed("b")).isZero();
      assertThat(rig.tally.handedBack.get()).isEqualTo(4);
    }
  }

  @Test
  void oneRevokeWaitsForAllItsLanes() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef a = rig.assign("a");
      LaneRef b = rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "1");
      FakeRevoke revoke = rig.revoke(WITHIN, a, b);
      rig.handler.calls().get(1).done();

      assertThat(revoke.answered()).isFalse();

      rig.handler.calls().get(0).done();

      assertThat(revoke.settlements()).hasSize(2);
    }
  }

  @Test
  void aRevokeOfLanesWeDoNotHaveIsAnsweredAtOnce() {
    try (EngineRig rig = new EngineRig(vertx)) {
      assertThat(rig.revoke(WITHIN, new LaneRef("a", 9)).settlements()).isEmpty();
    }
  }

  @Test
  void aTryThatRunsPastItsLimitDuringARevokeDoesNotHoldIt() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(50);
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.advanceSeconds(10);

      assertThat(revoke.answered()).isTrue();
    }
  }

  @Test
  void anAbandonedTryDoesNotHoldARevoke() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(61);

      assertThat(rig.revoke(WITHIN, lane).answered()).isTrue();
    }
  }

  @Test
  void aFailedFinalCommitHandsEverythingBack() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.handler.last().done();
      revoke.releaseUncommitted();
      rig.quiet();

      assertThat(rig.tally.settled.get()).isZero();
      assertThat(rig.tally.handedBack.get()).isEqualTo(2);
      assertThat(rig.tally.awaitingSettle.get()).isZero();
    }
  }

  @Test
  void aFinalSettlementAndAnOrdinaryOneThatIsOutstandingCountOnce() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.handler.last().checkpoint(1);
      FakeSettle ordinary = rig.source.lastSettle();
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.handler.last().done();

      assertThat(revoke.settlements()).containsExactly(new Settlement.Done(lane, 0, 3, 3));

      ordinary.confirm();
      rig.quiet();

      assertThat(rig.source.settles()).as("nothing overtakes the final one").hasSize(1);

      revoke.release();
      rig.quiet();

      assertThat(rig.tally.settled.get()).isEqualTo(3);
      assertThat(rig.tally.handedBack.get()).isZero();
    }
  }

  @Test
  void whatARebalanceEndsIsNoBusinessOfALaterDrain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef a = rig.assign("a");
      LaneRef b = rig.assign("b");
      LaneRef c = rig.assign("c");
      LaneRef d = rig.assign("d");
      for (String lane : new String[] {"a", "b", "c", "d"}) {
        rig.deliver(lane, "1", "2");
      }
      FakeRevoke revoke = rig.revoke(WITHIN, a, b, c);
      rig.handler.calls().get(0).done();
      rig.handler.calls().get(1).stopped();
      rig.handler.calls().get(2).fail("no");
      revoke.release();
      rig.source.lose(d);
      rig.quiet();
      rig.stop();

      assertThat(rig.report().get("chunks"))
          .isEqualTo(
              RigOutput.json("{\"finished\":0,\"checkpointed\":0,\"handedBack\":0,\"cut\":0}"));
      assertThat(rig.exitCode()).isZero();
    }
  }
}
