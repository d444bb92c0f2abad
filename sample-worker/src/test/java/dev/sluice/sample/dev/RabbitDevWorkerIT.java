package dev.sluice.sample.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.sample.fixture.FlightsDatabase;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.Management;
import dev.sluice.sample.process.ProcessesIn;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The development jar with the pipeline whose records come from an installed RabbitMQ. */
@ExtendWith(LeavesNoProcess.class)
class RabbitDevWorkerIT {
  @TempDir Path temporary;

  private Path data() {
    return temporary.resolve("data");
  }

  private WorkerCommand worker(String... arguments) {
    return WorkerCommand.developmentJar()
        .with("--pipeline", "flights-rabbitmq", "--data-dir", data().toString())
        .with(arguments);
  }

  @AfterEach
  void nothingIsLeftRunning() {
    await()
        .atMost(WorkerProcess.PATIENCE)
        .untilAsserted(() -> assertThat(ProcessesIn.directory(data())).isEmpty());
  }

  @Test
  void ctrlCDrainsAlthoughTheServersAreItsChildrenAndTheNextStartGoesOn() throws Exception {
    long settled;
    try (WorkerProcess worker = worker("--work-per-record", "1ms").inOwnSession().start()) {
      awaitSettled(worker.awaitManagement());
      assertThat(data().resolve("kafka")).doesNotExist();
      try (WorkerProcess second = worker("--attach", "--work-per-record", "1ms").start()) {
        awaitSettled(second.awaitManagement());
        second.terminate();
        settled = clean(second);
      }

      worker.interruptGroup();

      settled += clean(worker);
      assertThat(settled).isBetween(2L, 19_999L);
    }

    try (WorkerProcess worker = worker("--exit-when-idle", "1s").start()) {
      assertThat(settled + clean(worker)).isEqualTo(20_000);
    }
    try (WorkerProcess worker = worker("--exit-when-idle", "1s").start()) {
      assertThat(clean(worker)).isZero();
    }
    try (EmbeddedPostgres server = EmbeddedPostgres.in(data(), PostgresOptions.durable())) {
      server.start();
      new FlightsDatabase(server, "flights").assertEverythingEntered();
    }
  }

  private static void awaitSettled(Management management) {
    await()
        .atMost(WorkerProcess.PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> management.get("/status").body().at("/records/settled").longValue() > 0);
  }

  private static long clean(WorkerProcess worker) throws InterruptedException {
    assertThat(worker.exitCode()).as(worker::seen).isZero();
    StopReport report = worker.report();
    assertThat(report.outcome()).isEqualTo("clean");
    assertThat(report.records().unaccounted()).isZero();
    return report.records().settled();
  }

  @Test
  void withoutARabbitMqItSaysSoBeforeAnythingIsStarted() throws Exception {
    WorkerCommand command =
        worker().withVariable("SLUICE_RABBITMQ_SERVER", temporary.resolve("none").toString());
    try (WorkerProcess worker = command.start()) {
      assertThat(worker.exitCode()).as(worker::seen).isEqualTo(2);
      assertThat(String.join("\n", worker.errLines()))
          .contains("SLUICE_RABBITMQ_SERVER", "correct or unset it")
          .doesNotContain("\tat ", "starting");
    }
    assertThat(data()).doesNotExist();
  }
}
