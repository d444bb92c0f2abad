package dev.sluice.sample.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.sample.fixture.FlightsDatabase.Invocations;
import dev.sluice.sample.fixture.FlightsQueue;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.MessageQueue.QueueKind;
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

/** SIGTERM at random moments, again and again, while flights are loaded from a quorum queue. */
@ExtendWith(LeavesNoProcess.class)
class RabbitDrainsIT {
  private static final Duration A_TRY = Duration.ofMillis(200);
  private static final Duration APART = Duration.ofMillis(1500);
  // Much more than is worked on at once, so that each stop finds messages that nobody has begun.
  private static final int PREFETCH = 1000;

  @TempDir Path directory;

  @Test
  void drainsInARowDropNothingAndHandleNothingTwice() throws Exception {
    Soak soak = Soak.of("drains", 8);
    FlightsQueue flights =
        FlightsQueue.full(directory, EmbeddedRabbit.shared(), QueueKind.QUORUM).transactional();
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);
    PipelineYaml pipeline =
        flights.pipeline(load).with("source", flights.queue().sourceWithPrefetch(PREFETCH));
    long settled = 0;
    long delivered = 0;

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = flights.worker(pipeline, load).start()) {
        worker.awaitLane().letRun(soak.below(APART));

        delivered += flights.queue().counts().unacknowledged();
        worker.terminate();

        assertThat(worker.exitCode()).as(worker::seen).isZero();
        settled += clean(worker).records().settled();
      }
      // Not eventually: when a worker is gone, the broker has everything that is not settled.
      assertThat(flights.queue().counts())
          .as("after drain %s, seed %s", round + 1, soak.seed())
          .isEqualTo(new QueueCounts(20_000 - settled, 0, 0));
    }
    long underLoad = settled;
    try (WorkerProcess worker = flights.finisher().start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      settled += clean(worker).records().settled();
    }

    Invocations invocations = flights.database().invocations();
    Figures.of("rabbitmq-drains")
        .put("drains", soak.rounds())
        .put("seed", soak.seed())
        .put("settledUnderLoad", underLoad)
        .put("deliveredWhenItStopped", delivered)
        .put("entries", flights.database().entries())
        .put("handledTwice", invocations.repeated())
        .put("settledSum", settled)
        .publish();
    assertThat(underLoad).isPositive().isLessThan(20_000);
    // Otherwise no drain has found anything that it could have dropped.
    assertThat(delivered).isGreaterThan((long) load.parallel() * load.chunk());
    assertThat(settled).isEqualTo(20_000);
    assertThat(invocations).isEqualTo(new Invocations(20_000, 20_000));
    assertThat(flights.queue().counts()).isEqualTo(new QueueCounts(0, 0, 0));
    flights.assertEverythingEntered();
  }

  private static StopReport clean(WorkerProcess worker) throws InterruptedException {
    StopReport report = worker.report();
    assertThat(report.outcome()).as(worker::seen).isEqualTo("clean");
    assertThat(report.chunks().cut()).isZero();
    assertThat(report.records().deadLettered()).isZero();
    assertThat(report.records().skipped()).isZero();
    assertThat(report.records().unaccounted()).isZero();
    return report;
  }
}
