package dev.sluice.sample.once;

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

/**
 * SIGKILL at random moments while a handler enters flights into a journal without a key and adds
 * them up: what comes again would be there twice.
 */
@ExtendWith(LeavesNoProcess.class)
class TransactionalKillsIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(1500);

  @TempDir Path directory;

  @Test
  void killsAtRandomMomentsLeaveTheEffectOfEveryFlightExactlyOnce() throws Exception {
    Soak soak = Soak.of("kills", 6);
    FlightsFixture flights = FlightsFixture.full(directory).transactional();
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = flights.worker(load).start()) {
        worker.awaitLane().letRun(soak.below(APART));

        worker.kill();
      }
    }
    long underLoad = flights.database().entries();
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    Invocations invocations = flights.database().invocations();
    Figures.of("transactional-kills")
        .put("kills", soak.rounds())
        .put("seed", soak.seed())
        .put("enteredUnderFire", underLoad)
        .put("entries", flights.database().entries())
        .put("routes", flights.database().sums().size())
        .put("handledAgain", invocations.repeated())
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingEntered();
    // Otherwise no kill has hit a transaction, and nothing was proved.
    assertThat(invocations.repeated()).isPositive();
  }
}
