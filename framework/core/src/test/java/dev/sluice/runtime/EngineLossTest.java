package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lanes that are gone without notice, can not be read, or come back. */
@ExtendWith(VertxExtension.class)
class EngineLossTest {
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void aLostLaneIsCutAndNeverSettled() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      ScriptedCall call = rig.handler.last();
      call.checkpoint(2);
      rig.source.lose(lane);
      rig.quiet();

      assertThat(call.alive()).isFalse();
      assertThatThrownBy(() -> call.context().checkpoint(call.chunk().get(2)))
          .isInstanceOf(TryEnded.class)
          .hasMessageContaining("lost");
      assertThat(rig.tally.handedBack.get()).isEqualTo(6);

      call.done();
      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.source.settles()).hasSize(1);
      assertThat(rig.committed("a")).isZero();
      assertThat(rig.tally.settled.get()).isZero();
      assertThat(rig.tally.stale.get()).isEqualTo(2);
    }
  }

  @Test
  void aLaneThatIsLostDuringItsRevokeIsNotOfferedForSettling() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      LaneRef a = rig.assign("a");
      LaneRef b = rig.assign("b");
      rig.deliver("a", "1", "2");
      rig.deliver("b", "1", "2");
      rig.handler.calls().get(0).checkpoint(1);
      FakeRevoke revoke = rig.revoke(WITHIN, a, b);
      rig.source.lose(a);
      rig.quiet();

      assertThat(revoke.answered()).as("it waits for b").isFalse();

      rig.handler.calls().get(1).done();

      assertThat(revoke.settlements()).containsExactly(new Settlement.Done(b, 0, 2, 2));
    }
  }

  @Test
  void aLaneThatComesBackStartsFromItsCommittedPosition() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      FakeRevoke revoke = rig.revoke(WITHIN, lane);
      rig.handler.last().checkpoint(1);
      rig.handler.last().stopped();
      revoke.release();
      rig.quiet();
      LaneRef again = rig.assign("a");
      rig.deliver("a");

      assertThat(again.generation()).isEqualTo(2);
      assertThat(rig.handler.last().values()).containsExactly("2", "3");

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(3);
      assertThat(rig.tally.settled.get()).isEqualTo(3);
    }
  }

  @Test
  void aLaneThatComesBackWaitsForTheHandlerOfItsLastGeneration() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2");
      ScriptedCall before = rig.handler.last();
      rig.source.lose(lane);
      rig.quiet();
      rig.assign("a");
      rig.deliver("a");

      assertThat(rig.handler.calls()).as("not twice at once").containsExactly(before);

      before.done();

      assertThat(rig.handler.calls()).hasSize(2);
      assertThat(rig.handler.last().values()).containsExactly("1", "2");
      rig.handler.last().done();
      assertThat(rig.committed("a")).isEqualTo(2);
    }
  }

  @Test
  void aLostLaneGivesItsPlaceBackWhenItsHandlerHasEnded() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 1)) {
      LaneRef a = rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "1");
      rig.source.lose(a);
      rig.quiet();

      assertThat(rig.handler.calls()).hasSize(1);

      rig.handler.last().fail("at last");

      assertThat(rig.handler.last().lane()).isEqualTo("b");
    }
  }

  @Test
  void aLaneThatCanNotBeReadIsHaltedAndItsTryMayEnd() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      rig.source.inOwnThread(
          () ->
              rig.source
                  .engine()
                  .laneFailed(lane, new IllegalStateException("position 7 is out of range")));
      rig.quiet();

      assertThat(rig.lane("a").halted())
          .contains("a can't be read: IllegalStateException: position 7 is out of range");

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(5);
      assertThat(rig.handler.calls()).hasSize(1);
    }
  }
}
