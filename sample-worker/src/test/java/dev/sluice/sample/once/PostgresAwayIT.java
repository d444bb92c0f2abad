package dev.sluice.sample.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.sample.fixture.AirportsDatabase.Job;
import dev.sluice.sample.fixture.AirportsFile;
import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.ImportFixture;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database goes away for longer than claims hold, in the middle of a long job and of
 * transactions, and comes back. One attempt is all there is: had one been burnt, something would be
 * dead or skipped.
 */
@ExtendWith(LeavesNoProcess.class)
class PostgresAwayIT {
  private static final String ONE_ATTEMPT = "{ attempts: 1, then: skip }";
  private static final Load LOAD = new Load(Duration.ofMillis(4), 50, 4);

  @TempDir Path directory;

  @Test
  void everythingGoesOnByItselfAndNoAttemptIsBurnt() throws Exception {
    Duration away = Duration.ofSeconds(Soak.figure("outageSeconds", 10));
    AirportsFile airports = new AirportsFile(4_000);
    try (EmbeddedPostgres server = EmbeddedPostgres.temporary(PostgresOptions.durable())) {
      server.start();
      ImportFixture imports = ImportFixture.on(server, directory).with(airports).enqueued(50);
      FlightsFixture flights = FlightsFixture.full(directory, server).transactional();
      PipelineYaml importing = imports.pipeline().with("retry", ONE_ATTEMPT);
      PipelineYaml loading = flights.pipeline(LOAD).with("retry", ONE_ATTEMPT);
      try (WorkerProcess importer = imports.worker(importing, Duration.ofMillis(2)).start();
          WorkerProcess loader =
              flights
                  .worker(loading)
                  .with("--work-per-record", LOAD.workPerRecord().toMillis() + "ms")
                  .start()) {
        imports.awaitProgress(importer, 50);
        await().atMost(WorkerProcess.PATIENCE).until(() -> flights.database().entries() > 0);

        server.stop();
        importer.letRun(away);
        server.start();

        await()
            .atMost(WorkerProcess.PATIENCE.multipliedBy(2))
            .until(
                () ->
                    imports.database().imported() == airports.rows()
                        && flights.database().entries() == 20_000);
        stopped(importer);
        stopped(loader);
      }
      Figures.of("postgres-away")
          .millis("awayMs", away)
          .put("rows", imports.database().imported())
          .put("entries", flights.database().entries())
          .put("attemptsOfTheJob", imports.database().jobs().get(0).attempts())
          .publish();
      imports.assertImported(airports);
      flights.assertEverythingEntered();
      assertThat(imports.database().jobs()).containsExactly(new Job("done", 1, null));
    }
  }

  private static void stopped(WorkerProcess worker) throws InterruptedException {
    worker.terminate();
    assertThat(worker.exitCode()).as(worker::seen).isZero();
    StopReport report = worker.report();
    assertThat(report.outcome()).isEqualTo("clean");
    assertThat(report.records().skipped()).isZero();
    assertThat(report.records().deadLettered()).isZero();
    assertThat(report.records().unaccounted()).isZero();
  }
}
