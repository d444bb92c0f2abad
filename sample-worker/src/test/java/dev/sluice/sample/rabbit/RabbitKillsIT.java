package dev.sluice.sample.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.sample.fixture.FlightsDatabase.Invocations;
import dev.sluice.sample.fixture.FlightsQueue;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.MessageQueue.QueueKind;
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
 * SIGKILL and SIGSTOP at random moments while a handler enters flights from a queue into a journal
 * without a key and adds them up: what comes again would be there twice.
 */
@ExtendWith(LeavesNoProcess.class)
class RabbitKillsIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(1500);
  // Heartbeats that are missed, on a busy machine.
  private static final Duration FROZEN = Duration.ofSeconds(6);

  @TempDir Path directory;

  @Test
  void killsAtRandomMomentsLeaveTheEffectOfEveryFlightExactlyOnce() throws Exception {
    Soak soak = Soak.of("kills", 5);
    FlightsQueue flights = queue();
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = flights.worker(load).start()) {
        worker.awaitLane().letRun(soak.below(APART));

        worker.kill();
      }
    }
    long underLoad = flights.database().entries();
    finish(flights);

    Invocations invocations = flights.database().invocations();
    Figures.of("rabbitmq-kills")
        .put("kills", soak.rounds())
        .put("seed", soak.seed())
        .put("enteredUnderFire", underLoad)
        .put("entries", flights.database().entries())
        .put("handledAgain", invocations.repeated())
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingEntered();
    // Otherwise no kill has hit a transaction, and nothing was proved.
    assertThat(invocations.repeated()).isPositive();
  }

  private FlightsQueue queue() {
    return FlightsQueue.full(directory, EmbeddedRabbit.shared(), QueueKind.QUORUM).transactional();
  }

  private static void finish(FlightsQueue flights) throws InterruptedException {
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }
    assertThat(flights.queue().counts()).isEqualTo(new QueueCounts(0, 0, 0));
  }

  @Test
  void zombiesLeaveTheEffectOfEveryFlightExactlyOnce() throws Exception {
    Soak soak = Soak.of("zombies", 1);
    FlightsQueue flights = queue();
    Load load = Load.lasting(A_TRY, soak.rounds(), FROZEN);

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess zombie = flights.worker(load).start();
          WorkerProcess heir = flights.worker(load).start()) {
        zombie.awaitLane().letRun(soak.below(APART));
        heir.awaitLane();
        zombie.freeze();
        // The broker misses its heartbeats and gives what it held to the other.
        await()
            .atMost(WorkerProcess.PATIENCE)
            .until(() -> flights.queue().counts().consumers() == 1);
        heir.letRun(soak.below(APART));

        zombie.thaw();
        zombie.awaitErr("the connection is lost");

        heir.letRun(soak.below(APART));
        zombie.terminate();
        heir.terminate();
        assertThat(zombie.exitCode()).as(zombie::seen).isZero();
        assertThat(heir.exitCode()).as(heir::seen).isZero();
      }
      assertThat(flights.queue().counts().unacknowledged()).isZero();
    }
    long underLoad = flights.database().entries();
    finish(flights);

    Invocations invocations = flights.database().invocations();
    Figures.of("rabbitmq-zombies")
        .put("zombies", soak.rounds())
        .put("seed", soak.seed())
        .put("enteredUnderFire", underLoad)
        .put("entries", flights.database().entries())
        .put("handledAgain", invocations.repeated())
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    flights.assertEverythingEntered();
  }
}
