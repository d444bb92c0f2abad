package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A stop ends in time whatever handlers and libraries do. */
@ExtendWith(LeavesNoProcess.class)
class BudgetIT {
  /** What a busy machine may add to a deadline; the deadlines themselves are 1 to 3 s. */
  private static final Duration SLACK = Duration.ofSeconds(3);

  private static final Duration CLOSE = Duration.ofMillis(1500);

  @TempDir Path directory;

  /** A stop that was asked for while a chunk of ten ran. */
  private record Stop(int exitCode, StopReport report, Duration took, List<String> said) {}

  private static Stop stop(WorkerProcess worker) throws InterruptedException {
    worker.awaitOut("began 10");
    Instant asked = Instant.now();
    worker.terminate();
    Duration took = Duration.between(asked, worker.endedAt());
    return new Stop(worker.exitCode(), worker.report(), took, worker.outLines());
  }

  @Test
  void aHandlerThatBreaksItsCheckpointPromiseIsCutAtNeedAndItsChunkComesAgain() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = records.worker("breaks-its-promise").start()) {

      Stop stop = stop(worker);

      assertThat(stop.exitCode()).as(worker::seen).isEqualTo(3);
      assertThat(stop.report().outcome()).isEqualTo("cut");
      assertThat(stop.report().chunks()).isEqualTo(new StopReport.Chunks(0, 0, 0, 1));
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 0, 10, 0));
      assertThat(stop.took()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(SLACK));
      Figures.of("cut-at-need").put("needMs", 1000).millis("tookMs", stop.took()).publish();
    }
    assertThat(records.redone()).isEqualTo(records.values());
  }

  @Test
  void aTryThatRunsPastItsLimitDuringADrainIsHandedBackAtItsLimit() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = records.worker("unending").start()) {
      worker.awaitOut("began 10");
      // So that the limit is over well before the drain's own deadline.
      worker.letRun(Duration.ofSeconds(1));

      Stop stop = stop(worker);

      assertThat(stop.exitCode()).as(worker::seen).isEqualTo(3);
      assertThat(stop.report().outcome()).isEqualTo("cut");
      assertThat(stop.report().chunks()).isEqualTo(new StopReport.Chunks(0, 0, 1, 0));
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 0, 10, 0));
      assertThat(stop.took()).isLessThan(Duration.ofSeconds(1).plus(SLACK));
      assertThat(worker.errLines()).anyMatch(line -> line.contains("ran past its limit of PT2S"));
    }
    assertThat(records.redone()).isEqualTo(records.values());
  }

  @Test
  void aBlockedEventLoopDoesNotKeepTheDeadlineThreadFromReportingAndHalting() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = records.worker("blocks-the-loop").start()) {

      Stop stop = stop(worker);

      assertThat(stop.exitCode()).as(worker::seen).isEqualTo(3);
      assertThat(stop.report().outcome()).isEqualTo("cut");
      assertThat(stop.report().reason()).isEqualTo("TERM");
      assertThat(stop.report().windowMs()).isEqualTo(3000);
      assertThat(stop.report().chunks().cut()).isEqualTo(1);
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 0, 10, 0));
      assertThat(stop.took()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(3).plus(SLACK));
      Figures.of("blocked-loop").put("windowMs", 3000).millis("tookMs", stop.took()).publish();
    }
    assertThat(records.redone()).isEqualTo(records.values());
  }

  @Test
  void aBlockedHandlerThreadIsInterruptedAtTheCutAndItsCheckpointCounts() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = records.worker("blocks-its-thread").start()) {

      Stop stop = stop(worker);

      assertThat(stop.said()).as(worker::seen).contains("interrupted");
      assertThat(stop.exitCode()).isEqualTo(3);
      assertThat(stop.report().outcome()).isEqualTo("cut");
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(1, 0, 0, 0, 9, 0));
      assertThat(stop.took()).isLessThan(Duration.ofSeconds(2).plus(SLACK));
    }
    assertThat(records.redone()).isEqualTo(records.values().subList(1, StubbornFixture.RECORDS));
  }

  @Test
  void aHandlerThatDoesNotCloseTakesTheCloseBudgetAndTheReportIsWritten() throws Exception {
    // Exit and halt fall on the same moment here: whichever wins, the report must be out.
    for (int i = 0; i < 3; i++) {
      StubbornFixture records = StubbornFixture.create(directory);
      try (WorkerProcess worker =
          records.worker("obedient").withJvm("-Dstubborn.close=true").start()) {

        Stop stop = stop(worker);

        assertThat(stop.exitCode()).as(worker::seen).isZero();
        assertThat(stop.report().outcome()).isEqualTo("clean");
        assertThat(stop.report().records().settled()).isEqualTo(10);
        assertThat(stop.took()).isLessThan(CLOSE.plus(SLACK));
      }
    }
  }

  @Test
  void aShutdownHookThatHangsDoesNotKeepTheProcess() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.hook=true").start()) {

      Stop stop = stop(worker);

      assertThat(stop.said()).as(worker::seen).contains("the hook hangs");
      assertThat(stop.exitCode()).isZero();
      assertThat(stop.report().outcome()).isEqualTo("clean");
      assertThat(stop.report().records().settled()).isEqualTo(10);
      // Halted when the time to close is over, long before the window of 7 s.
      assertThat(stop.took()).isLessThan(CLOSE.plus(SLACK));
    }
    assertThat(records.redone()).isEmpty();
  }
}
