package dev.sluice.sample.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.sample.fixture.FlightsFile;
import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.Topic;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.Management;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A record that does not decode stands in the middle of one lane. */
@ExtendWith(LeavesNoProcess.class)
class MalformedRecordIT {
  private static final int BEFORE = 10_000;
  private static final String KEY = "DFW";

  @TempDir Path directory;

  private FlightsFixture flights;
  private Topic.Place bad;
  private long loadable;

  @BeforeEach
  void writeFlightsAndOneThatIsNone() throws InterruptedException {
    flights = FlightsFixture.empty(directory);
    List<Topic.Line> lines =
        new ArrayList<>(FlightsFile.get().lines().stream().map(FlightsFixture::line).toList());
    lines.add(BEFORE, new Topic.Line(KEY, "{\"id\":\"not a flight\""));
    List<Topic.Place> places = flights.topic().write(lines);
    bad = places.get(BEFORE);
    loadable =
        places.stream()
            .filter(it -> it.partition() != bad.partition() || it.offset() < bad.offset())
            .count();
  }

  @Test
  void itStopsItsLaneAfterEverythingBeforeItAndNoOtherLane() throws Exception {
    try (WorkerProcess worker = flights.worker(flights.pipeline()).start()) {
      Management management = worker.awaitStarted().awaitManagement();
      worker.awaitErr("lane stopped");
      await().atMost(WorkerProcess.PATIENCE).until(() -> flights.database().count() == loadable);

      // The probes look at a snapshot that is taken now and then.
      await().atMost(WorkerProcess.PATIENCE).until(() -> management.probe("ready") == 503);
      Management.Answer ready = management.get("/health/ready");
      assertThat(ready.body().toString()).contains("1 stopped");
      assertThat(management.probe("live")).isEqualTo(200);
      assertThat(management.get("/status").body().get("lanes").toString())
          .contains("at position " + bad.offset() + " does not decode");

      worker.terminate();

      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.report().records().settled()).isEqualTo(loadable);
      assertThat(positionOfTheBadLane(worker.report())).isEqualTo(bad.offset());
    }
  }

  @Test
  void exitWhenIdleEndsWithOneAndASkippingWorkerLoadsTheRest() throws Exception {
    long settled;
    try (WorkerProcess worker =
        flights.worker(flights.pipeline()).with("--exit-when-idle", "1s").start()) {
      assertThat(worker.exitCode()).as(worker::seen).isEqualTo(1);
      assertThat(worker.report().reason()).isEqualTo("fatal");
      settled = worker.report().records().settled();
      assertThat(settled).isEqualTo(loadable);
    }
    assertThat(flights.database().count()).isEqualTo(loadable);
    try (WorkerProcess worker =
        flights
            .worker(flights.pipeline().with("malformed", "skip"))
            .with("--exit-when-idle", "1s")
            .start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      StopReport report = worker.report();
      assertThat(report.records().skipped()).isEqualTo(1);
      assertThat(settled + report.records().settled()).isEqualTo(20_000);
    }
    Figures.of("malformed-record")
        .put("loadedBesideTheStoppedLane", settled)
        .put("lost", flights.lost())
        .put("skipped", 1)
        .publish();
    flights.assertEverythingLoaded();
  }

  private long positionOfTheBadLane(StopReport report) {
    return report.lanes().stream()
        .filter(lane -> lane.lane().equals(flights.topic().name() + "-" + bad.partition()))
        .mapToLong(StopReport.Lane::position)
        .findFirst()
        .orElseThrow();
  }
}
