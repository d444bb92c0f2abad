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

/** SIGTERM at random moments, again and again, while flights are being loaded. */
@ExtendWith(LeavesNoProcess.class)
class StopUnderLoadIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(1500);

  @TempDir Path directory;

  @Test
  void stopsAtRandomMomentsLoseNothingAndHandleNothingTwice() throws Exception {
    stops("lane", "stops-under-load", 12);
  }

  @Test
  void whatWasDoneBeyondAHoleIsNotHandledAgainEither() throws Exception {
    stops("key", "stops-under-load-by-key", 6);
  }

  private void stops(String ordering, String figures, int rounds) throws Exception {
    Soak soak = Soak.of(rounds);
    FlightsFixture flights = FlightsFixture.full(directory).ordering(ordering);
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);
    long settled = 0;
    int withTries = 0;

    for (int round = 0; round < soak.rounds(); round++) {
      StopReport report = stopOnce(flights, load, soak.below(APART));
      settled += report.records().settled();
      withTries += report.chunks().finished() > 0 ? 1 : 0;
    }
    assertThat(settled).as("settled under load").isPositive().isLessThan(20_000);
    settled += finish(flights);

    Invocations invocations = flights.database().invocations();
    Figures.of(figures)
        .put("stops", soak.rounds())
        .put("stopsThatFoundATry", withTries)
        .put("seed", soak.seed())
        .put("flights", flights.database().count())
        .put("lost", flights.lost())
        .put("handledTwice", invocations.repeated())
        .put("settledSum", settled)
        .publish();
    flights.assertEverythingLoaded();
    assertThat(settled).as("sum of records.settled").isEqualTo(FlightsFile.get().size());
    assertThat(invocations).isEqualTo(new Invocations(20_000, 20_000));
    assertThat(withTries).as("stops that found a running try").isPositive();
  }

  private static StopReport stopOnce(FlightsFixture flights, Load load, Duration after)
      throws InterruptedException {
    try (WorkerProcess worker = flights.worker(load).start()) {
      worker.awaitStarted().letRun(after);

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      StopReport report = worker.report();
      assertThat(report.reason()).isEqualTo("TERM");
      return clean(report);
    }
  }

  private static long finish(FlightsFixture flights) throws InterruptedException {
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      return clean(worker.report()).records().settled();
    }
  }

  private static StopReport clean(StopReport report) {
    assertThat(report.outcome()).isEqualTo("clean");
    assertThat(report.exitCode()).isZero();
    assertThat(report.chunks().handedBack()).isZero();
    assertThat(report.chunks().cut()).isZero();
    assertThat(report.records().unaccounted()).isZero();
    return report;
  }
}
