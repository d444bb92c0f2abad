package dev.sluice.sample.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.sample.fixture.FlightsFile;
import dev.sluice.sample.fixture.FlightsQueue;
import dev.sluice.sample.fixture.Load;
import dev.sluice.sample.fixture.MessageQueue.QueueKind;
import dev.sluice.sample.process.Figures;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stop with a thousand messages delivered and tries of two seconds. */
@ExtendWith(LeavesNoProcess.class)
class RabbitStopTimeIT {
  private static final int PREFETCH = 1000;
  private static final Load LOAD = new Load(Duration.ofMillis(200), 10, 4);
  private static final Duration BEYOND = Duration.ofSeconds(1);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void endsWithinATryAndASecondAndWhatWasNotStartedIsBackInItsOrder(QueueKind kind)
      throws Exception {
    FlightsQueue flights = FlightsQueue.full(directory, EmbeddedRabbit.shared(), kind);
    var pipeline =
        flights.pipeline(LOAD).with("source", flights.queue().sourceWithPrefetch(PREFETCH));
    Duration took;
    try (WorkerProcess worker = flights.worker(pipeline, LOAD).start()) {
      await()
          .atMost(WorkerProcess.PATIENCE)
          .until(
              () ->
                  flights.queue().counts().unacknowledged() == PREFETCH
                      && flights.database().invocations().flights() > 0);
      Instant asked = Instant.now();

      worker.terminate();

      took = Duration.between(asked, worker.endedAt());
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      assertThat(worker.report().outcome()).isEqualTo("clean");
    }

    Set<String> loaded =
        flights.database().flights().keySet().stream()
            .map(String::valueOf)
            .collect(Collectors.toSet());
    List<String> rest =
        FlightsFile.get().flights().keySet().stream()
            .map(String::valueOf)
            .filter(id -> !loaded.contains(id))
            .toList();
    Figures.of("rabbitmq-stop-time-" + kind.name().toLowerCase(Locale.ROOT))
        .put("prefetched", PREFETCH)
        .millis("aTry", LOAD.aTry())
        .millis("stopTook", took)
        .put("loaded", loaded.size())
        .put("backInOrder", rest.size())
        .publish();
    assertThat(loaded).isNotEmpty();
    assertThat(flights.queue().takeIds()).isEqualTo(rest);
    assertThat(took).isLessThan(LOAD.aTry().plus(BEYOND));
  }
}
