package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.Management;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Signals, whenever they come. */
@ExtendWith(LeavesNoProcess.class)
class SignalsIT {
  /** Far below any budget in these tests, far above what a busy machine needs. */
  private static final Duration SOON = Duration.ofSeconds(5);

  @TempDir Path directory;

  @Test
  void aChunkThatRunsWhenTermComesIsFinishedAndSettled() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.work=1500").start()) {
      worker.awaitOut("began 10");

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      StopReport report = worker.report();
      assertThat(report.reason()).isEqualTo("TERM");
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(report.chunks()).isEqualTo(new StopReport.Chunks(1, 0, 0, 0));
      assertThat(report.records()).isEqualTo(new StopReport.Records(10, 0, 0, 0, 0, 0));
    }
    assertThat(records.redone()).isEmpty();
  }

  @Test
  void anIdleWorkerEndsCleanlyOnTermAndOnInt() throws Exception {
    for (String reason : new String[] {"TERM", "INT"}) {
      FlightsFixture flights = FlightsFixture.empty(directory);
      try (WorkerProcess worker = flights.worker(flights.pipeline()).start()) {
        worker.awaitStarted().awaitLane();

        if (reason.equals("TERM")) {
          worker.terminate();
        } else {
          worker.interrupt();
        }

        assertThat(worker.exitCode()).as(worker::seen).isZero();
        assertThat(worker.report().reason()).isEqualTo(reason);
        assertThat(worker.report().outcome()).isEqualTo("clean");
      }
    }
  }

  @Test
  void intDrainsAChunkLikeTerm() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.work=1500").start()) {
      worker.awaitOut("began 10");

      worker.interrupt();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.report().reason()).isEqualTo("INT");
      assertThat(worker.report().records().settled()).isEqualTo(10);
    }
  }

  @Test
  void aWorkerThatWaitsForItsBrokerOrItsDatabaseEndsSoonOnTerm() throws Exception {
    FlightsFixture flights = FlightsFixture.empty(directory);
    // Accepts connections, as the system does for it, and never says a word.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      PipelineYaml withoutBroker = flights.pipeline().withKafka(address, "flights", "flights");
      PipelineYaml withoutDatabase =
          flights
              .pipeline()
              .withTop(
                  "services",
                  "{ postgres: { main: { url: \"postgresql://u:p@" + address + "/d\" } } }");
      Figures figures = Figures.of("stop-while-starting");
      figures.millis("waitingForTheBrokerMs", stopWhileStarting(flights, withoutBroker));
      figures.millis("waitingForTheDatabaseMs", stopWhileStarting(flights, withoutDatabase));
      figures.publish();
    }
  }

  private static Duration stopWhileStarting(FlightsFixture flights, PipelineYaml pipeline)
      throws Exception {
    try (WorkerProcess worker = flights.worker(pipeline).start()) {
      Management management = worker.awaitManagement();
      assertThat(management.probe("started")).isEqualTo(503);
      Instant asked = Instant.now();

      worker.terminate();

      Duration took = Duration.between(asked, worker.endedAt());
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.report().reason()).isEqualTo("TERM");
      assertThat(worker.report().outcome()).isEqualTo("clean");
      assertThat(took).isLessThan(SOON);
      return took;
    }
  }

  @Test
  void termThatComesAsSoonAsTheHandlersStandEndsTheStartCleanly() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.announce=true").start()) {
      worker.awaitOut("the handlers stand");

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.report().reason()).isEqualTo("TERM");
      assertThat(worker.report().outcome()).isEqualTo("clean");
      assertThat(worker.outLines()).contains("the environment is closed");
    }
  }

  @Test
  void aSecondTermEndsTheProcessAtOnceWithAForcedReport() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.work=4000").start()) {
      worker.awaitOut("began 10");
      worker.terminate();
      worker.awaitErr("stopping (TERM)");
      Instant again = Instant.now();

      worker.terminate();

      assertThat(Duration.between(again, worker.endedAt())).isLessThan(Duration.ofSeconds(2));
      assertThat(worker.exitCode()).as(worker::seen).isEqualTo(143);
      StopReport report = worker.report();
      assertThat(report.outcome()).isEqualTo("forced");
      assertThat(report.exitCode()).isEqualTo(143);
      assertThat(report.records()).isEqualTo(new StopReport.Records(0, 0, 0, 0, 10, 0));
    }
    assertThat(records.redone()).isEqualTo(records.values());
  }
}
