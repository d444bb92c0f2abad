package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.fixture.FlightsDatabase.Invocations;
import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL at random moments, again and again, while flights are being loaded. */
@ExtendWith(LeavesNoProcess.class)
class KillUnderLoadIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(1500);

  /** The successor says how its predecessor ended. */
  private static final String NAMED = "unclean takeover: previous owner";

  @TempDir Path directory;

  @Test
  void killsAtRandomMomentsLoseNothingRepeatOnlyWhatWasInFlightAndAreNamed() throws Exception {
    Soak soak = Soak.of(20);
    FlightsFixture flights = FlightsFixture.full(directory);
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);

    int named = 0;

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = flights.worker(load).start()) {
        worker.awaitLane();
        if (round > 0) {
          worker.awaitErr(NAMED);
          named++;
        } else {
          // One that is killed before its first commit leaves no mark, and nobody did before it.
          worker.awaitOut("settled ", line -> !line.startsWith("settled 0 "));
        }
        worker.letRun(soak.below(APART));

        worker.kill();
      }
    }
    long underLoad = flights.database().count();
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.errLines()).anyMatch(line -> line.contains(NAMED));
      named++;
    }

    Invocations invocations = flights.database().invocations();
    // Running tries, and those that were done while the last settle was on its way.
    long mostPerKill = 2L * load.parallel() * load.chunk();
    Figures.of("kills-under-load")
        .put("kills", soak.rounds())
        .put("namedByTheSuccessor", named)
        .put("seed", soak.seed())
        .put("loadedUnderFire", underLoad)
        .put("flights", flights.database().count())
        .put("lost", flights.lost())
        .put("repeated", invocations.repeated())
        .put("repeatedAtMost", soak.rounds() * mostPerKill)
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingLoaded();
    assertThat(invocations.flights()).isEqualTo(20_000);
    assertThat(invocations.repeated())
        .isPositive()
        .isLessThanOrEqualTo(soak.rounds() * mostPerKill);
  }
}
