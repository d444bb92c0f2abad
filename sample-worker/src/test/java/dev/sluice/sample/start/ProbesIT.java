package dev.sluice.sample.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.Management;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Probes and status over HTTP. */
@ExtendWith(LeavesNoProcess.class)
class ProbesIT {
  @TempDir Path directory;

  @Test
  void aWorkerThatWaitsForItsBrokerIsAliveAndNeitherStartedNorReady() throws Exception {
    FlightsFixture flights = FlightsFixture.empty(directory);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        WorkerProcess worker =
            flights
                .worker(
                    flights.pipeline().withKafka("127.0.0.1:" + silent.getLocalPort(), "t", "g"))
                .start()) {
      Management management = worker.awaitManagement();

      assertThat(management.probe("started")).isEqualTo(503);
      assertThat(management.probe("ready")).isEqualTo(503);
      assertThat(management.probe("live")).isEqualTo(200);
      assertThat(management.get("/status").body().get("state").textValue()).isEqualTo("starting");
    }
  }

  @Test
  void anOpenWorkerIsStartedReadyAndAliveAndShowsItsLanesAndFigures() throws Exception {
    FlightsFixture flights = FlightsFixture.full(directory);
    try (WorkerProcess worker = flights.worker(flights.pipeline()).start()) {
      Management management = worker.awaitStarted().awaitManagement();
      await()
          .atMost(WorkerProcess.PATIENCE)
          .until(
              () -> count(management, "settled") == 20_000 && count(management, "inFlight") == 0);

      assertThat(management.probe("started")).isEqualTo(200);
      assertThat(management.probe("ready")).isEqualTo(200);
      assertThat(management.probe("live")).isEqualTo(200);
      var status = management.get("/status");
      assertThat(status.code()).isEqualTo(200);
      assertThat(status.body().get("state").textValue()).isEqualTo("running");
      assertThat(status.body().get("lanes")).hasSize(6);
      assertThat(status.body().at("/chain/windowMs").longValue()).isEqualTo(50_000);
      assertThat(status.body().at("/records/unaccounted").longValue()).isZero();
    }
  }

  private static long count(Management management, String records) throws Exception {
    return management.get("/status").body().at("/records/" + records).longValue();
  }

  @Test
  void aDrainingWorkerIsAliveAndNotReady() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker =
        records.worker("obedient").withJvm("-Dstubborn.work=3000").start()) {
      Management management = worker.awaitStarted().awaitManagement();
      worker.awaitOut("began 10");
      assertThat(management.probe("ready")).isEqualTo(200);

      worker.terminate();
      worker.awaitErr("stopping (TERM)");

      var ready = management.get("/health/ready");
      assertThat(ready.code()).isEqualTo(503);
      assertThat(ready.body().toString()).contains("the worker stops");
      assertThat(management.probe("live")).isEqualTo(200);
      assertThat(management.probe("started")).isEqualTo(200);
      assertThat(management.get("/status").body().get("state").textValue()).isEqualTo("draining");
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }
  }
}
