package dev.sluice.sample.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcessId;
import dev.sluice.sample.fixture.FlightsDatabase;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.Management;
import dev.sluice.sample.process.ProcessesIn;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The jar that brings its own broker and database, as somebody tries it for the first time. */
@ExtendWith(LeavesNoProcess.class)
class DevWorkerIT {
  private static final Duration OVERLOADED = Duration.ofSeconds(30);

  @TempDir Path temporary;

  private Path data() {
    return temporary.resolve("data");
  }

  private WorkerCommand worker(String... arguments) {
    return WorkerCommand.developmentJar().with("--data-dir", data().toString()).with(arguments);
  }

  @AfterEach
  void nothingIsLeftRunning() {
    // Also after a failure: what a killed worker leaves behind ends by itself.
    await()
        .atMost(WorkerProcess.PATIENCE)
        .untilAsserted(() -> assertThat(ProcessesIn.directory(data())).isEmpty());
  }

  @Test
  void loadsEveryFlightOnceThenHasNothingToDoAndBeginsAnewWhenReset() throws Exception {
    Instant from = Instant.now();
    assertThat(runUntilIdle("--exit-when-idle", "5s")).isEqualTo(20_000);
    Duration first = Duration.between(from, Instant.now());
    assertThat(ProcessesIn.directory(data())).isEmpty();
    assertEverythingLoaded();

    assertThat(runUntilIdle("--exit-when-idle", "1s")).isZero();

    assertThat(runUntilIdle("--exit-when-idle", "1s", "--reset")).isEqualTo(20_000);
    assertEverythingLoaded();
    Figures.of("dev-jar")
        .put("settled", 20_000)
        .millis("firstRunWith5sOfIdlenessMs", first)
        .publish();
  }

  private long runUntilIdle(String... arguments) throws InterruptedException {
    try (WorkerProcess worker = worker(arguments).start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      return clean(worker.report(), "idle").records().settled();
    }
  }

  private static StopReport clean(StopReport report, String reason) {
    assertThat(report.outcome()).isEqualTo("clean");
    assertThat(report.reason()).isEqualTo(reason);
    assertThat(report.records().unaccounted()).isZero();
    return report;
  }

  private void assertEverythingLoaded() {
    try (EmbeddedPostgres server = EmbeddedPostgres.in(data(), PostgresOptions.durable())) {
      server.start();
      new FlightsDatabase(server, "flights").assertEverythingLoaded();
    }
  }

  @Test
  void ctrlCDrainsAlthoughTheServersAreItsChildrenAndTheNextStartGoesOnQuickly() throws Exception {
    long settled;
    try (WorkerProcess worker = worker("--work-per-record", "5ms").inOwnSession().start()) {
      awaitSettled(worker.awaitManagement());

      worker.interruptGroup();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      settled = clean(worker.report(), "INT").records().settled();
      assertThat(settled).isBetween(1L, 19_999L);
    }

    Instant from = Instant.now();
    try (WorkerProcess worker = worker("--exit-when-idle", "1s").start()) {
      awaitSettled(worker.awaitManagement());
      Duration warm = Duration.between(from, Instant.now());

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(settled + worker.report().records().settled()).isEqualTo(20_000);
      Figures.of("dev-jar-warm-start").millis("toTheFirstSettledRecordMs", warm).publish();
      assertThat(warm).isLessThan(OVERLOADED);
    }
    assertEverythingLoaded();
  }

  private static void awaitSettled(Management management) {
    await()
        .atMost(WorkerProcess.PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> management.get("/status").body().at("/records/settled").longValue() > 0);
  }

  @Test
  void afterAKillTheNextStartGoesOnAndASecondWorkerOnTheSameDataIsRefused() throws Exception {
    try (WorkerProcess worker = worker("--work-per-record", "5ms").start()) {
      awaitSettled(worker.awaitManagement());

      worker.kill();
    }

    try (WorkerProcess worker = worker("--work-per-record", "1ms").start()) {
      awaitSettled(worker.awaitManagement());
      try (WorkerProcess second = worker().start()) {
        assertThat(second.exitCode()).as(second::seen).isEqualTo(2);
        assertThat(String.join("\n", second.errLines()))
            .contains("is in use by another run", data().toString())
            .doesNotContain("\tat ");
      }
      try (WorkerProcess second = worker("--reset").start()) {
        assertThat(second.exitCode()).as(second::seen).isEqualTo(2);
      }
      assertThat(worker.running()).isTrue();
      worker.terminate();
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }
    runUntilIdle("--exit-when-idle", "1s");
    assertEverythingLoaded();
  }

  /** As a broker would be that hangs, and as pids are given out again after a restart. */
  @Test
  void afterAKillTheNextStartEndsTheBrokerThatIsStillThereAndNobodyWhoOnlyHasItsPid()
      throws Exception {
    Process innocent = new ProcessBuilder("sleep", "600").start();
    ProcessId broker = null;
    try {
      try (WorkerProcess worker = worker("--work-per-record", "5ms").start()) {
        awaitSettled(worker.awaitManagement());
        broker = pidFile("kafka").read().orElseThrow();
        // It can't end by itself now.
        signal("STOP", broker);
        worker.kill();
      }
      assertThat(broker.alive()).isTrue();
      pidFile("postgres").write(new ProcessId(innocent.pid(), "before this boot"));

      try (WorkerProcess worker = worker().start()) {
        worker.awaitManagement();
        assertThat(broker.alive()).isFalse();
        assertThat(pidFile("kafka").read().orElseThrow().alive()).isTrue();
        worker.terminate();
        assertThat(worker.exitCode()).as(worker::seen).isZero();
      }
      assertThat(innocent.isAlive()).isTrue();
    } finally {
      innocent.destroyForcibly();
      if (broker != null) {
        broker.handle().ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  private PidFile pidFile(String server) {
    return new PidFile(data().resolve(server + ".pid"));
  }

  private static void signal(String name, ProcessId process) throws Exception {
    String kill = "kill -" + name + " " + process.pid();
    assertThat(new ProcessBuilder("sh", "-c", kill).start().waitFor()).isZero();
  }
}
