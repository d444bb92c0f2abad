package dev.sluice.sample.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import dev.sluice.sample.fixture.FlightsDatabase.Invocations;
import dev.sluice.sample.fixture.FlightsQueue;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.MessageQueue.QueueKind;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.fixture.Wire;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers load flights while their connections are broken at random moments and the broker is
 * restarted.
 */
@ExtendWith(LeavesNoProcess.class)
class RabbitDropsIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(800);
  private static final int WORKERS = 2;

  // Not the one that other tests share: it is restarted.
  private static EmbeddedRabbit broker;

  @TempDir Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedRabbit.temporary(RabbitOptions.defaults());
    broker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void aQuorumQueueInTransactionsHasEveryEffectOnce() throws Exception {
    FlightsQueue flights = FlightsQueue.full(directory, broker, QueueKind.QUORUM).transactional();

    undergo(flights, "rabbitmq-drops-quorum-transactional");

    flights.assertEverythingEntered();
  }

  @Test
  void aQuorumQueueLosesNothingAndRepeatsAtMostWhatWasInFlight() throws Exception {
    FlightsQueue flights = FlightsQueue.full(directory, broker, QueueKind.QUORUM);

    undergo(flights, "rabbitmq-drops-quorum");

    flights.assertEverythingLoaded();
  }

  @Test
  void aClassicQueueLosesNothingAndRepeatsAtMostWhatWasInFlight() throws Exception {
    FlightsQueue flights = FlightsQueue.full(directory, broker, QueueKind.CLASSIC);

    undergo(flights, "rabbitmq-drops-classic");

    flights.assertEverythingLoaded();
  }

  private static void undergo(FlightsQueue flights, String figures) throws Exception {
    Soak soak = Soak.of("drops", 6);
    int restarts = Soak.figure("restarts", 1);
    // Twice what it takes on a quiet machine: reconnecting waits for processes that share its
    // cores.
    Load load = Load.lasting(A_TRY, 2 * WORKERS * (soak.rounds() + 2 * restarts), APART);
    int untilRestart = soak.rounds() / (restarts + 1);
    int restarted = 0;
    QueueCounts left;
    try (Wire one = new Wire(broker.port());
        Wire other = new Wire(broker.port());
        WorkerProcess first = flights.worker(flights.through(one, load), load).start();
        WorkerProcess second = flights.worker(flights.through(other, load), load).start()) {
      first.awaitLane();
      second.awaitLane();
      for (int round = 1; round <= soak.rounds(); round++) {
        Wire wire = List.of(one, other).get(soak.random().nextInt(WORKERS));
        awaitConnected(wire);
        first.letRun(soak.below(APART));
        wire.drop();
        if (restarted < restarts && round % untilRestart == 0) {
          first.letRun(soak.below(APART));
          broker.restart();
          restarted++;
        }
      }
      awaitConnected(one);
      awaitConnected(other);
      first.letRun(soak.below(APART));
      for (WorkerProcess worker : List.of(first, second)) {
        worker.terminate();
        assertThat(worker.exitCode()).as(worker::seen).isZero();
        assertThat(worker.report().records().unaccounted()).isZero();
      }
      left = flights.queue().counts();
    }
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    Invocations invocations = flights.database().invocations();
    // Everything that was delivered and not acknowledged on a connection comes again, no more.
    long mostAtOnce = (long) load.parallel() * load.chunk();
    long atMost = (soak.rounds() + (long) WORKERS * restarts) * mostAtOnce;
    Figures.of(figures)
        .put("drops", soak.rounds())
        .put("restarts", restarted)
        .put("seed", soak.seed())
        .put("leftByTheWorkers", left.ready())
        .put("handledAgain", invocations.repeated())
        .put("handledAgainAtMost", atMost)
        .publish();
    assertThat(restarted).isEqualTo(restarts);
    assertThat(left.unacknowledged()).isZero();
    assertThat(left.ready()).as("otherwise there was no load").isPositive();
    assertThat(flights.queue().counts()).isEqualTo(new QueueCounts(0, 0, 0));
    assertThat(invocations.flights()).isEqualTo(20_000);
    // Otherwise nothing was broken while it was needed.
    assertThat(invocations.repeated()).isPositive().isLessThanOrEqualTo(atMost);
  }

  private static void awaitConnected(Wire wire) {
    await().atMost(WorkerProcess.PATIENCE).until(() -> wire.connections() > 0);
  }
}
