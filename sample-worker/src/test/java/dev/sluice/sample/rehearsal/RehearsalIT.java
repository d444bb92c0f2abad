package dev.sluice.sample.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.sample.fixture.FlightsDatabase;
import dev.sluice.sample.fixture.FlightsFile;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The flights are loaded into a real database while the worker is stopped again and again. */
@ExtendWith(LeavesNoProcess.class)
class RehearsalIT {
  private static final int FLIGHTS = 300;

  @TempDir Path directory;

  private FlightsDatabase database;
  private WorkerCommand rehearse;

  @BeforeEach
  void writeAFileOfFlights() throws Exception {
    PostgresServer server = EmbeddedPostgres.shared();
    String name = "rehearsed_" + ProcessHandle.current().pid() + "_" + System.nanoTime();
    String url = server.createDatabase(name);
    database = new FlightsDatabase(server, name);
    Path records = directory.resolve("flights.ndjson");
    Files.write(records, FlightsFile.get().lines().subList(0, FLIGHTS));
    // No broker is there: a rehearsal needs none.
    String pipeline =
        PipelineYaml.of("flights", "load-flights")
            .withKafka("127.0.0.1:1", "flights", "flights")
            .with("limits", "{ load-flights: { limit: 30s } }")
            .withTop("services", "{ postgres: { main: { url: \"" + url + "\" } } }")
            .writtenTo(directory.resolve("pipeline.yaml"));
    rehearse =
        WorkerCommand.productionJar()
            .with("rehearse", "-c", pipeline, "--records", records.toString())
            .with("--key-field", "origin", "--work-per-record", "1ms")
            .with("--against", "main=" + name);
  }

  @Test
  void theHandlerOfTheSamplePasses() throws Exception {
    try (WorkerProcess worker = rehearse.start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();

      assertThat(String.join("\n", worker.outLines()))
          .contains("pass       quiet run to the end", "pass       stop that is cut")
          .contains("pass       killed and started again", "nothing failed")
          .doesNotContain("drain-report");
      assertThat(String.join("\n", worker.errLines()))
          .contains("calls the handler 'load-flights' for real", "each of 300 records");
    }
    assertThat(database.count()).isEqualTo(FLIGHTS);
    assertThat(database.totals())
        .isEqualTo(
            FlightsFile.totals(
                FlightsFile.get().flights().values().stream().limit(FLIGHTS).toList()));
  }

  @Test
  void aDatabaseThatWasNotMeantIsNotTouched() throws Exception {
    try (WorkerProcess worker = rehearse.with("--against", "main=staging").start()) {
      assertThat(worker.exitCode()).as(worker::seen).isEqualTo(2);

      assertThat(String.join("\n", worker.errLines()))
          .contains("services.postgres.main does not lead to 'staging'")
          .doesNotContain("\tat ", "postgresql://");
    }
    assertThat(database.count()).isZero();
  }
}
