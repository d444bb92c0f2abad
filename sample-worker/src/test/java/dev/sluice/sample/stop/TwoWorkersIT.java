package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.fixture.FlightsDatabase.Invocations;
import dev.sluice.sample.fixture.FlightsFile;
import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.Load;
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

/** Two workers of one group; one of them comes and goes while both load. */
@ExtendWith(LeavesNoProcess.class)
class TwoWorkersIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration RUNS = Duration.ofMillis(1500);
  // A start and two rebalances, on a busy machine.
  private static final Duration APART = Duration.ofSeconds(6);

  @TempDir Path directory;

  @Test
  void aWorkerThatComesAndGoesUnderLoadLosesNothingAndRepeatsNothing() throws Exception {
    Soak soak = Soak.of(10);
    FlightsFixture flights = FlightsFixture.full(directory);
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);
    long settled = 0;
    long settledByTheGuest = 0;

    StringBuilder told = new StringBuilder();
    try (WorkerProcess resident = flights.worker(load).start()) {
      resident.awaitLane();
      for (int round = 0; round < soak.rounds(); round++) {
        try (WorkerProcess guest = flights.worker(load).start()) {
          guest.awaitLane().letRun(soak.below(RUNS));
          settledByTheGuest += stop(guest);
          told.append(guest.seen());
        }
        assertThat(resident.running()).as(resident::seen).isTrue();
      }
      settled += settledByTheGuest + stop(resident);
      told.append(resident.seen());
    }
    assertThat(settled).as("settled under load").isLessThan(20_000);
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      settled += worker.report().records().settled();
    }

    Invocations invocations = flights.database().invocations();
    Figures.of("two-workers")
        .put("stops", soak.rounds())
        .put("seed", soak.seed())
        .put("settledByTheOneThatComesAndGoes", settledByTheGuest)
        .put("flights", flights.database().count())
        .put("lost", flights.lost())
        .put("handledTwice", invocations.repeated())
        .put("settledSum", settled)
        .publish();
    flights.assertEverythingLoaded();
    assertThat(settledByTheGuest).isPositive();
    assertThat(settled).as("sum of records.settled").isEqualTo(FlightsFile.get().size());
    assertThat(invocations).as(told::toString).isEqualTo(new Invocations(20_000, 20_000));
  }

  private static long stop(WorkerProcess worker) throws InterruptedException {
    worker.terminate();
    assertThat(worker.exitCode()).as(worker::seen).isZero();
    StopReport report = worker.report();
    assertThat(report.outcome()).isEqualTo("clean");
    assertThat(report.records().unaccounted()).isZero();
    return report.records().settled();
  }
}
