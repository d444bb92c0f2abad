package dev.sluice.sample.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.fixture.AirportsDatabase.Attempt;
import dev.sluice.sample.fixture.AirportsFile;
import dev.sluice.sample.fixture.ImportFixture;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One long job whose workers are killed one after the other. */
@ExtendWith(LeavesNoProcess.class)
class LongJobKillsIT {
  private static final int BATCH = 100;
  private static final Duration WORK = Duration.ofMillis(1);

  @TempDir Path directory;

  @Test
  void killsAtRandomMomentsRepeatNothingThatWasCommittedAndTheNextGoesOnAtTheVeryRow()
      throws Exception {
    Soak soak = Soak.of("jobKills", 4);
    AirportsFile airports = new AirportsFile(Soak.figure("rows", 20_000));
    ImportFixture imports = ImportFixture.create(directory).with(airports).enqueued(BATCH);
    // The job survives every one of them, so each must be allowed to be its last.
    PipelineYaml pipeline =
        imports.pipeline().with("retry", "{ attempts: " + (soak.rounds() + 1) + " }");
    Duration apart = WORK.multipliedBy(airports.rows()).dividedBy(soak.rounds() + 2L);
    List<Long> committed = new ArrayList<>(List.of(0L));

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = imports.worker(pipeline, WORK).start()) {
        imports.awaitProgress(worker, imports.database().tried());
        worker.letRun(soak.below(apart));

        worker.kill();
      }
      // A commit that was on its way may still arrive.
      imports.awaitNobodyConnected();
      committed.add(imports.database().imported());
    }
    try (WorkerProcess worker = imports.finisher(pipeline).start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    List<Attempt> attempts = imports.database().attempts();
    long repeated = imports.database().tried() - airports.rows();
    Figures.of("long-job-kills")
        .put("kills", soak.rounds())
        .put("seed", soak.seed())
        .put("rows", airports.rows())
        .put("committedUnderFire", committed.get(soak.rounds()))
        .put("triedAgain", repeated)
        .put("triedAgainAtMost", soak.rounds() * BATCH)
        .put("resumedAt", attempts.stream().map(Attempt::first).toList())
        .publish();
    assertThat(committed.get(soak.rounds())).isPositive().isLessThan(airports.rows());
    imports.assertImported(airports);
    assertThat(attempts)
        .extracting(Attempt::first)
        .containsExactlyElementsOf(committed.stream().map(rows -> rows + 1).toList());
    // Each process goes forward, so what lies before its first row was never tried again.
    assertThat(attempts).allSatisfy(a -> assertThat(a.tried()).isEqualTo(a.last() - a.first() + 1));
    assertThat(repeated).isBetween(0L, (long) soak.rounds() * BATCH);
    assertThat(imports.database().jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo("done"))
        .satisfies(job -> assertThat(job.attempts()).isEqualTo(soak.rounds() + 1));
  }
}
