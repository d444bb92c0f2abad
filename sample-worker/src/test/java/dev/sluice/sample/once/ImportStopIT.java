package dev.sluice.sample.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.fixture.AirportsDatabase.Attempt;
import dev.sluice.sample.fixture.AirportsDatabase.Job;
import dev.sluice.sample.fixture.AirportsFile;
import dev.sluice.sample.fixture.ImportFixture;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM in the middle of a file, and files that are not what they were. */
@ExtendWith(LeavesNoProcess.class)
class ImportStopIT {
  private static final AirportsFile AIRPORTS = new AirportsFile(2_000);
  private static final int BATCH = 50;
  private static final Duration WORK = Duration.ofMillis(2);

  @TempDir Path directory;

  private ImportFixture imports;

  private void stopInTheMiddle() throws InterruptedException {
    imports = ImportFixture.create(directory).with(AIRPORTS).enqueued(BATCH);
    try (WorkerProcess worker = imports.worker(imports.pipeline(), WORK).start()) {
      imports.awaitProgress(worker, BATCH);

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      StopReport report = worker.report();
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(report.records().handedBack()).isEqualTo(1);
      assertThat(report.records().unaccounted()).isZero();
    }
    assertThat(imports.database().jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo("available"))
        .satisfies(job -> assertThat(job.attempts()).as("attempts").isZero());
  }

  private void finish() throws InterruptedException {
    try (WorkerProcess worker = imports.finisher(imports.pipeline()).start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }
  }

  @Test
  void anotherProcessGoesOnAtTheVeryRowAndTheStopHasCostNoAttempt() throws Exception {
    stopInTheMiddle();
    long before = imports.database().imported();

    finish();

    List<Attempt> attempts = imports.database().attempts();
    Figures.of("import-stop")
        .put("rows", AIRPORTS.rows())
        .put("beforeTheStop", before)
        .put("resumedAt", attempts.get(1).first())
        .put("triedAgain", imports.database().tried() - AIRPORTS.rows())
        .publish();
    assertThat(before).isPositive().isLessThan(AIRPORTS.rows());
    assertThat(attempts)
        .containsExactly(
            new Attempt(1, before, before),
            new Attempt(before + 1, AIRPORTS.rows(), AIRPORTS.rows() - before));
    imports.assertImported(AIRPORTS);
    assertThat(imports.database().jobs()).containsExactly(new Job("done", 1, null));
  }

  @Test
  void aFileThatHasChangedInBetweenFailsTheJobAndNothingMoreIsImported() throws Exception {
    stopInTheMiddle();
    long before = imports.database().imported();
    Files.writeString(imports.file(), "Z,z,z,z,z,1,1\n", StandardOpenOption.APPEND);

    finish();

    assertThat(imports.database().imported()).isEqualTo(before);
    assertThat(imports.database().jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo("dead"))
        .satisfies(
            job ->
                assertThat(job.error())
                    .contains("'airports.csv' has changed since " + before + " of its rows"));
  }

  @Test
  void aFileThatIsMissingFailsTheJobWhichCanBeRetriedWhenItIsBack() throws Exception {
    stopInTheMiddle();
    long before = imports.database().imported();
    imports.removeFile();
    finish();
    assertThat(imports.database().jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo("dead"))
        .satisfies(
            job -> assertThat(job.error()).contains("file 'airports.csv' does not exist in"));

    imports.with(AIRPORTS);
    try (WorkerProcess retry = imports.jobs("retry", "--dead").start()) {
      assertThat(retry.exitCode()).as(retry::seen).isZero();
    }
    finish();

    assertThat(imports.database().attempts())
        .last()
        .isEqualTo(new Attempt(before + 1, AIRPORTS.rows(), AIRPORTS.rows() - before));
    imports.assertImported(AIRPORTS);
  }
}
