package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.drain.StopReason;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the deadline and a second signal do while the event loop is stuck, or not. */
@ExtendWith(VertxExtension.class)
class DrainDriverTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  /** Runs an action while the event loop is held, as by a handler that blocks. */
  private static void whileStuck(EngineRig rig, Runnable action) throws InterruptedException {
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    rig.loop
        .context()
        .runOnContext(
            v -> {
              stuck.countDown();
              awaitUninterrupted(release);
            });
    stuck.await();
    try {
      action.run();
    } finally {
      release.countDown();
      rig.loop.awaitIdle();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stop(EngineRig rig) {
    rig.driver.stop(StopReason.TERM, rig.clock.nanos());
  }

  @Test
  void aLoopThatNeverHeardOfTheRequestIsEndedByTheDeadlineWithItsWorkReportedAsCut()
      throws InterruptedException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      rig.handler.last().checkpoint(2);
      rig.publishSnapshot();
      whileStuck(
          rig,
          () -> {
            stop(rig);
            rig.clock.advance(Duration.ofSeconds(80));

            assertThat(rig.driver.expired()).isEqualTo(3);

            JsonNode report = rig.report();
            assertThat(report.get("reason").asText()).isEqualTo("TERM");
            assertThat(report.get("outcome").asText()).isEqualTo("cut");
            assertThat(report.get("exitCode").asInt()).isEqualTo(3);
            assertThat(report.get("chunks").get("cut").asInt()).isEqualTo(1);
            assertThat(report.get("records").get("settled").asInt()).isEqualTo(2);
            assertThat(report.get("records").get("handedBack").asInt()).isEqualTo(4);
            assertThat(report.get("records").get("unaccounted").asInt()).isZero();
            assertThat(report.get("lanes").get(0).get("position").asInt()).isEqualTo(2);
          });
    }
  }

  @Test
  void aStuckLoopWithNothingToLoseEndsClean() throws InterruptedException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.handler.last().done();
      whileStuck(
          rig,
          () -> {
            stop(rig);

            assertThat(rig.driver.expired()).isZero();
            assertThat(rig.report().get("outcome").asText()).isEqualTo("clean");
          });
    }
  }

  @Test
  void workThatIsDoneButNotSettledWhenTheWindowIsOverCountsAsCut() throws InterruptedException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "1");
      rig.handler.last().done();
      whileStuck(
          rig,
          () -> {
            stop(rig);

            assertThat(rig.driver.expired()).isEqualTo(3);
          });
    }
  }

  @Test
  void theDeadlineThreadHaltsAProcessWhoseLoopIsStuck() throws InterruptedException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.deadline.start();
      rig.assign("a");
      rig.deliver("a", "1");
      whileStuck(
          rig,
          () -> {
            stop(rig);
            rig.clock.advance(Duration.ofSeconds(80));
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sluice-deadline"))
                .forEach(LockSupport::unpark);
            eventually(() -> !rig.halts.isEmpty());

            assertThat(rig.halts).containsExactly(3);
            assertThat(rig.report().get("outcome").asText()).isEqualTo("cut");
          });

      assertThat(rig.report()).as("a loop that turns again reports nothing more").isNotNull();
    }
  }

  @Test
  void closingBringsTheDeadlineForwardToTheTimeToClose() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.closers.add("hangs", within -> io.vertx.core.Promise.<Void>promise().future());
      rig.stop();
      rig.clock.advance(Duration.ofSeconds(11));
      rig.deadline.start();
      eventually(() -> !rig.halts.isEmpty());

      assertThat(rig.halts)
          .as("a second behind the time to close, 69 s before the window is over")
          .containsExactly(0);
    }
  }

  @Test
  void afterTheReportTheDeadlineStillEndsAnExitThatHangs() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.stop();

      assertThat(rig.exitCode()).isZero();
      assertThat(rig.driver.expired()).isZero();
      assertThat(rig.report()).isNotNull();
    }
  }

  @Test
  void aSecondSignalHaltsAtOnceWithAForcedReport() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();
      rig.driver.secondSignal(15);

      assertThat(rig.halts).containsExactly(143);
      assertThat(rig.report().get("outcome").asText()).isEqualTo("forced");
      assertThat(rig.report().get("exitCode").asInt()).isEqualTo(143);
    }
  }

  @Test
  void aSecondSignalThatOvertakesTheFirstIsReportedToo() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.driver.secondSignal(2);

      assertThat(rig.halts).containsExactly(130);
      assertThat(rig.report().get("outcome").asText()).isEqualTo("forced");
      assertThat(rig.report().get("reason").asText()).isEqualTo("INT");
    }
  }

  @Test
  void aSecondSignalAfterTheReportHaltsWithoutAnother() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.stop();
      rig.driver.secondSignal(2);

      assertThat(rig.halts).containsExactly(130);
      assertThat(rig.report().get("outcome").asText()).isEqualTo("clean");
    }
  }

  @Test
  void whileDrainingATickSaysHowFarItIs() throws IOException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.clock.advance(Duration.ofMillis(2_500));
      rig.driver.tick();

      String line = "{\"event\":\"draining\",\"elapsedMs\":2500,\"windowMs\":80000,\"inFlight\":1}";
      assertThat(rig.output.lines()).containsExactly(line);
      assertThat(rig.output.termination()).isEqualTo(line);
    }
  }

  @Test
  void aTickWithoutAStopOrAfterItsEndSaysNothing() throws IOException {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.driver.tick();

      assertThat(rig.output.lines()).isEmpty();

      rig.stop();
      rig.driver.tick();

      assertThat(rig.output.lines()).hasSize(1);
      assertThat(rig.output.termination()).contains("drain-report");
    }
  }

  @Test
  void aStopBeforeTheStartOnlyCloses() {
    try (EngineRig rig = EngineRig.notStarted(vertx)) {
      rig.stop();

      assertThat(rig.exitCode()).isZero();
      assertThat(rig.source.closed()).isTrue();
      assertThat(rig.source.stopIntakeAsked()).isFalse();
      assertThat(rig.report().get("phases")).hasSize(1);
      assertThat(rig.report().get("phases").get(0).get("name").asText()).isEqualTo("close");

      rig.start();

      assertThat(rig.report()).as("a start that comes too late changes nothing").isNotNull();
    }
  }

  @Test
  void theReportSaysWhatEachPhaseTookOfItsBudget() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.source.holdSettles();
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.advanceSeconds(7);
      rig.handler.last().done();
      rig.advanceSeconds(2);
      rig.source.lastSettle().confirm();
      rig.quiet();

      assertThat(rig.report().get("phases"))
          .isEqualTo(
              RigOutput.json(
                  """
                  [{"name":"intake","budgetMs":60000,"tookMs":0},
                   {"name":"drain","budgetMs":60000,"tookMs":7000},
                   {"name":"settle","budgetMs":10000,"tookMs":2000},
                   {"name":"close","budgetMs":10000,"tookMs":0}]
                  """));
      assertThat(rig.report().get("windowMs").asInt()).isEqualTo(80_000);
    }
  }
}
