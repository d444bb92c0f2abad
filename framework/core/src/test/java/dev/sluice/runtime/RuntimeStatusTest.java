package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.health.Check;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What probes see of a worker. */
@ExtendWith(VertxExtension.class)
class RuntimeStatusTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static RuntimeStatus status(EngineRig rig) {
    RuntimeStatus status =
        new RuntimeStatus(rig.clock, rig.driver, rig.reporter, rig.tally, rig.deadline);
    status.source(rig.source);
    status.opened();
    rig.deadline.start();
    rig.publishSnapshot();
    return status;
  }

  private static boolean ok(Check check) {
    return check.ok();
  }

  @Test
  void aRunningWorkerIsReadyAndLive() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);

      assertThat(ok(status.started())).isTrue();
      assertThat(ok(status.ready())).isTrue();
      assertThat(ok(status.live())).isTrue();
    }
  }

  @Test
  void aWorkerWhoseSourceIsNotOpenYetIsNeitherStartedNorReady() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status =
          new RuntimeStatus(rig.clock, rig.driver, rig.reporter, rig.tally, rig.deadline);

      assertThat(ok(status.started())).isFalse();
      assertThat(ok(status.ready())).isFalse();
    }
  }

  @Test
  void aStopTakesReadinessAwayAndLeavesLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.advanceSeconds(30);

      assertThat(ok(status.ready())).isFalse();
      assertThat(ok(status.live())).isTrue();
    }
  }

  @Test
  void aHaltedLaneTakesReadinessAwayAndLeavesLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.assign("a");
      rig.deliver("a", "!bad");
      rig.publishSnapshot();

      assertThat(ok(status.ready())).isFalse();
      assertThat(ok(status.live())).isTrue();
    }
  }

  @Test
  void aHandlerThatNeverEndsFailsLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.assign("a");
      rig.deliver("a", "1");
      rig.advanceSeconds(69);
      rig.publishSnapshot();

      assertThat(ok(status.live())).isTrue();

      rig.advanceSeconds(1);
      rig.publishSnapshot();

      assertThat(ok(status.live())).isFalse();
    }
  }

  @Test
  void aWaitingRetryIsAlive() {
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.backoffInitial = Duration.ofMinutes(10);
              s.backoffMax = Duration.ofMinutes(10);
            })) {
      RuntimeStatus status = status(rig);
      rig.assign("a");
      rig.deliver("a", "1");
      rig.handler.last().fail("no");
      rig.advanceSeconds(200);
      rig.publishSnapshot();

      assertThat(ok(status.live())).isTrue();
    }
  }

  @Test
  void aLoopThatDoesNotTurnFailsLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.clock.advance(RuntimeStatus.BLOCKED);

      assertThat(ok(status.live())).as("no snapshot for so long").isFalse();
    }
  }

  @Test
  void aSourceWithoutProgressFailsLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.on(() -> rig.source.close(Duration.ZERO));

      assertThat(ok(status.live())).isFalse();
      assertThat(ok(status.ready())).isTrue();
    }
  }

  @Test
  void aDeadDeadlineThreadFailsLiveness() {
    try (EngineRig rig = new EngineRig(vertx)) {
      RuntimeStatus status = status(rig);
      rig.deadline.dismiss();
      eventually(() -> !rig.deadline.alive());

      assertThat(ok(status.live())).isFalse();
    }
  }
}
