package dev.sluice.runtime;

import static dev.sluice.runtime.Ending.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
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
      assertThat(rig.report().get("chunks").get("finished").asInt()).isEqualTo(1);
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
      assertThat(rig.report().get("chunks").get("checkpointed").asInt()).isEqualTo(1);
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

      assertEnded(rig, "cut", 3);
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
  void theTerminationMessageIsTheReport() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.stop();

      assertThat(RigOutput.json(rig.output.termination())).isEqualTo(rig.report());
    }
  }

  @Test
  void onlyTheFirstRequestCounts() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.driver.stop(StopReason.IDLE, rig.clock.nanos());
      rig.quiet();
      rig.stop();
      rig.handler.last().done();

      assertThat(rig.report().get("reason").asText()).isEqualTo("idle");
    }
  }
}
