package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop ends in time whatever handlers and libraries do. */
class BudgetIT {
  /** What a busy machine may add to a deadline; the deadlines themselves are 1 and 2 s. */
  private static final Duration SLACK = Duration.ofSeconds(3);

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
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 10, 0));
      assertThat(stop.took()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(SLACK));
      Figures.of("cut-at-need").put("needMs", 1000).millis("tookMs", stop.took()).publish();
    }
    assertThat(records.redone()).isEqualTo(records.values());
  }

  @Test
  void aTryThatRunsPastItsLimitDuringADrainIsHandedBackAtItsLimit() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = records.worker("unending").start()) {

      Stop stop = stop(worker);

      assertThat(stop.exitCode()).as(worker::seen).isEqualTo(3);
      assertThat(stop.report().outcome()).isEqualTo("cut");
      assertThat(stop.report().chunks()).isEqualTo(new StopReport.Chunks(0, 0, 1, 0));
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 10, 0));
      assertThat(stop.took()).isLessThan(Duration.ofSeconds(2).plus(SLACK));
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
      assertThat(stop.report().windowMs()).isEqualTo(2000);
      assertThat(stop.report().chunks().cut()).isEqualTo(1);
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(0, 0, 0, 10, 0));
      assertThat(stop.took()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(2).plus(SLACK));
      Figures.of("blocked-loop").put("windowMs", 2000).millis("tookMs", stop.took()).publish();
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
      assertThat(stop.report().records()).isEqualTo(new StopReport.Records(1, 0, 0, 9, 0));
      assertThat(stop.took()).isLessThan(Duration.ofSeconds(2).plus(SLACK));
    }
    assertThat(records.redone()).isEqualTo(records.values().subList(1, StubbornFixture.RECORDS));
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
      // Halted when the time to close is over, long before the window of 6 s.
      assertThat(stop.took()).isLessThan(Duration.ofMillis(500).plus(SLACK));
    }
    assertThat(records.redone()).isEmpty();
  }
}
