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

/** SIGSTOP past the session while flights are being loaded, then SIGCONT beside the next owner. */
@ExtendWith(LeavesNoProcess.class)
class ZombieIT {
  private static final long LANES = 6;
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration RUNS = Duration.ofMillis(800);
  // A session that runs out, a start, and a rebalance, on a busy machine.
  private static final Duration APART = Duration.ofSeconds(6);

  @TempDir Path directory;

  @Test
  void zombiesLoseNothingAndRepeatOnlyWhatRanWhenTheyStoodStill() throws Exception {
    Soak soak = Soak.of(3);
    FlightsFixture flights = FlightsFixture.full(directory);
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess zombie = flights.worker(load).start();
          WorkerProcess heir = flights.worker(load).start()) {
        zombie.awaitLane().letRun(soak.below(RUNS));
        heir.awaitLane();
        zombie.freeze();
        heir.awaitLanes(LANES);
        heir.letRun(soak.below(RUNS));

        zombie.thaw();
        zombie.awaitErr("lane lost");

        heir.letRun(soak.below(RUNS));
        zombie.terminate();
        heir.terminate();
        // What ran when it stood still was lost with its lanes, not cut by its own stop.
        assertThat(zombie.exitCode()).as(zombie::seen).isZero();
        assertThat(heir.exitCode()).as(heir::seen).isZero();
      }
    }
    long underLoad = flights.database().count();
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    Invocations invocations = flights.database().invocations();
    long mostPerZombie = 2L * load.parallel() * load.chunk();
    Figures.of("zombies")
        .put("zombies", soak.rounds())
        .put("seed", soak.seed())
        .put("loadedUnderFire", underLoad)
        .put("flights", flights.database().count())
        .put("lost", flights.lost())
        .put("repeated", invocations.repeated())
        .put("repeatedAtMost", soak.rounds() * mostPerZombie)
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingLoaded();
    assertThat(invocations.flights()).isEqualTo(20_000);
    assertThat(invocations.repeated()).isLessThanOrEqualTo(soak.rounds() * mostPerZombie);
  }
}
