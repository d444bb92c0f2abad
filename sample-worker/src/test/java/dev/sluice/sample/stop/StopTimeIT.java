package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.Soak;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How long a stop takes, from the signal to the end of the process. */
@ExtendWith(LeavesNoProcess.class)
class StopTimeIT {
  private static final int IDLE_STOPS = 5;
  private static final Duration A_TRY = Duration.ofMillis(500);
  private static final Duration APART = Duration.ofSeconds(1);

  @TempDir Path directory;

  @Test
  void anIdleWorkerIsGoneInUnderASecond() throws Exception {
    FlightsFixture flights = FlightsFixture.empty(directory);
    List<Duration> times = new ArrayList<>();

    for (int i = 0; i < IDLE_STOPS; i++) {
      try (WorkerProcess worker = flights.worker(flights.pipeline()).start()) {
        worker.awaitStarted().awaitLane();
        Instant asked = Instant.now();

        worker.terminate();

        times.add(Duration.between(asked, worker.endedAt()));
        assertThat(worker.exitCode()).as(worker::seen).isZero();
      }
    }

    Figures.of("idle-stop").millis("ms", times).millis("best", Collections.min(times)).publish();
    // The best of a few: what the machine does besides is not the worker's.
    assertThat(Collections.min(times)).isLessThan(Duration.ofSeconds(1));
  }

  /**
   * Every full chunk takes the same known time, and each call of the handler is written down with
   * the database's clock, which is this machine's, before that time begins. So a call that was
   * written down before the signal ends at the earliest at that moment plus a try's work; the
   * latest of them is what the stop has to wait for. All that follows counts as the stop's own: the
   * load's statement at the end of the try, the settle, leaving the group, the JVM's exit, and also
   * a try that is begun after the signal. The figure can come out too large, never too small.
   */
  @Test
  void aStopUnderLoadTakesLittleMoreThanWhatIsLeftOfTheRunningTry() throws Exception {
    Soak soak = Soak.of(20);
    FlightsFixture flights = FlightsFixture.full(directory);
    Load load = Load.lasting(A_TRY, soak.rounds(), APART);
    List<Duration> left = new ArrayList<>();
    List<Duration> beyond = new ArrayList<>();
    List<Duration> close = new ArrayList<>();

    for (int i = 0; i < soak.rounds(); i++) {
      Instant from = Instant.now();
      try (WorkerProcess worker = flights.worker(load).start()) {
        worker.awaitLane();
        await()
            .atMost(WorkerProcess.PATIENCE)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> flights.database().lastInvocation().filter(from::isBefore).isPresent());
        worker.letRun(soak.below(APART));
        Instant asked = Instant.now();

        worker.terminate();

        Instant gone = worker.endedAt();
        assertThat(worker.exitCode()).as(worker::seen).isZero();
        Instant tryEnds =
            flights.database().invocationTimes().stream()
                .filter(at -> at.isAfter(from) && at.isBefore(asked))
                .map(at -> at.plus(load.aTry()))
                .filter(end -> end.isAfter(asked))
                .max(Instant::compareTo)
                .orElse(asked);
        left.add(Duration.between(asked, tryEnds));
        beyond.add(Duration.between(tryEnds, gone));
        close.add(worker.report().took("close"));
      }
    }

    List<Duration> sorted = beyond.stream().sorted().toList();
    Figures.of("stop-time-under-load")
        .put("stops", soak.rounds())
        .put("seed", soak.seed())
        .millis("aTry", load.aTry())
        .millis("leftOfTheTry", left)
        .millis("beyond", beyond)
        .millis("ofThatClose", close)
        .publish();
    assertThat(left).as("stops that found a try").anyMatch(time -> !time.isZero());
    assertThat(sorted.get((sorted.size() - 1) / 2)).isLessThanOrEqualTo(Duration.ofMillis(300));
    assertThat(sorted.get(sorted.size() - 1)).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }
}
