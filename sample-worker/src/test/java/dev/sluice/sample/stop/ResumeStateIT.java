package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A handler's state that is too large for Kafka survives a stop in Postgres. */
@ExtendWith(LeavesNoProcess.class)
class ResumeStateIT {
  @TempDir Path directory;

  @Test
  void aHandlerThatIsStoppedInTheMiddleIsGivenItsLargeStateBack() throws Exception {
    PostgresServer postgres = EmbeddedPostgres.shared();
    String url = postgres.createDatabase("resume_states");
    StubbornFixture records = StubbornFixture.create(directory);
    PipelineYaml pipeline =
        records
            .pipeline("remembers")
            .withShutdown("5s", "1500ms")
            .with("resumeState", "{ postgres: { url: \"%s\", createTable: true } }".formatted(url));
    WorkerCommand command = records.worker("remembers", pipeline);
    try (WorkerProcess worker = command.start()) {
      worker.awaitOut("stored");

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.outLines()).contains("begins at r0");
      assertThat(worker.report().records().settled()).isEqualTo(4);
    }

    try (WorkerProcess next = command.with("--exit-when-idle", "500ms").start()) {
      assertThat(next.exitCode()).as(next::seen).isZero();
      assertThat(next.outLines())
          .contains("goes on at r4 with its state")
          .noneMatch(line -> line.startsWith("begins"));
    }
  }
}
