package dev.sluice.sample.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** SIGSTOP past the session in the middle of transactions, then SIGCONT beside the next owner. */
@ExtendWith(LeavesNoProcess.class)
class TransactionalZombiesIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final long LANES = 6;
  private static final Duration RUNS = Duration.ofMillis(800);
  // A session that runs out, a start, and a rebalance, on a busy machine.
  private static final Duration APART = Duration.ofSeconds(6);

  @TempDir Path directory;

  @Test
  void zombiesLeaveTheEffectOfEveryFlightExactlyOnce() throws Exception {
    Soak soak = Soak.of("zombies", 2);
    FlightsFixture flights = FlightsFixture.full(directory).transactional();
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
        assertThat(zombie.exitCode()).as(zombie::seen).isZero();
        assertThat(heir.exitCode()).as(heir::seen).isZero();
      }
    }
    long underLoad = flights.database().entries();
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    Invocations invocations = flights.database().invocations();
    Figures.of("transactional-zombies")
        .put("zombies", soak.rounds())
        .put("seed", soak.seed())
        .put("enteredUnderFire", underLoad)
        .put("entries", flights.database().entries())
        .put("routes", flights.database().sums().size())
        .put("handledAgain", invocations.repeated())
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingEntered();
  }

  /** The zombie's transaction is still open when its lane has another owner. */
  @Test
  void anOwnerThatStandsStillInTheMiddleOfATransactionHoldsUpNobody() throws Exception {
    FlightsFixture flights = FlightsFixture.full(directory).transactional();
    Load load = Load.lasting(A_TRY, 1, APART);
    try (WorkerProcess zombie = flights.worker(load).start()) {
      await().atMost(WorkerProcess.PATIENCE).until(() -> flights.database().entries() > 0);
      zombie.freeze();

      try (WorkerProcess heir = flights.finisher().start()) {
        assertThat(heir.exitCode()).as(heir::seen).isZero();
      }
      flights.assertEverythingEntered();
      zombie.thaw();
      zombie.awaitErr("lane lost");
      zombie.terminate();
      assertThat(zombie.exitCode()).as(zombie::seen).isZero();
    }
    flights.assertEverythingEntered();
  }
}
