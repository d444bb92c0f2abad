package dev.sluice.sample.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.sample.fixture.AirportsDatabase.Attempt;
import dev.sluice.sample.fixture.AirportsFile;
import dev.sluice.sample.fixture.ImportFixture;
import dev.sluice.sample.fixture.MessageQueue;
import dev.sluice.sample.fixture.MessageQueue.Message;
import dev.sluice.sample.fixture.MessageQueue.QueueKind;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One message that takes long, and whose workers are killed one after the other. */
@ExtendWith(LeavesNoProcess.class)
class RabbitLongMessageIT {
  private static final int BATCH = 100;
  private static final Duration WORK = Duration.ofMillis(1);
  private static final AirportsFile AIRPORTS = new AirportsFile(6_000);

  @TempDir Path directory;

  @Test
  void theNextProcessGoesOnAtTheVeryRowBehindTheLastStep() throws Exception {
    Soak soak = Soak.of("messageKills", 2);
    MessageQueue queue =
        MessageQueue.create(EmbeddedRabbit.shared(), "long-message", QueueKind.QUORUM);
    ImportFixture imports = ImportFixture.create(directory).with(AIRPORTS);
    PipelineYaml pipeline = imports.pipeline().with("source", queue.source());
    queue.publish(
        List.of(
            new Message(
                "import",
                "the-only-one",
                "{\"file\": \"" + ImportFixture.FILE + "\", \"batch\": " + BATCH + "}")));
    Duration apart = WORK.multipliedBy(AIRPORTS.rows()).dividedBy(soak.rounds() + 2L);
    List<Long> committed = new ArrayList<>(List.of(0L));

    for (int round = 0; round < soak.rounds(); round++) {
      try (WorkerProcess worker = imports.worker(pipeline, WORK).start()) {
        imports.awaitProgress(worker, imports.database().tried());
        worker.letRun(soak.below(apart));

        worker.kill();
      }
      // A commit that was on its way may still arrive.
      imports.awaitNobodyConnected();
      committed.add(imports.database().imported());
    }
    try (WorkerProcess worker = imports.finisher(pipeline).start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }

    Figures.of("rabbitmq-long-message")
        .put("kills", soak.rounds())
        .put("seed", soak.seed())
        .put("rows", AIRPORTS.rows())
        .put("resumedAt", committed)
        .publish();
    assertThat(committed.get(soak.rounds())).isPositive().isLessThan(AIRPORTS.rows());
    imports.assertImported(AIRPORTS);
    assertThat(imports.database().attempts())
        .extracting(Attempt::first)
        .containsExactlyElementsOf(committed.stream().map(rows -> rows + 1).toList());
    assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 0));
  }
}
