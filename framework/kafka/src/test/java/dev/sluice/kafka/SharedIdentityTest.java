package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole workers that were given one name. */
class SharedIdentityTest {
  private static final Map<String, String> NAME = Map.of("SLUICE_INSTANCE_ID", "orders-0");

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(1);

  private WorkerProcess worker(String name, Path pipeline) {
    return new WorkerProcess(CountingWorker.class, name, directory, pipeline, NAME);
  }

  @Test
  void theOneThatIsFencedEndsWithExitCode1AndNamesTheNameAndTheFix() {
    Path pipeline = topic.pipeline(directory, "{ heartbeat.interval.ms: \"200\" }", "");
    topic.produce(10);
    try (WorkerProcess first = worker("first", pipeline)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> first.handled().size() == 10);
      try (WorkerProcess second = worker("second", pipeline)) {
        assertThat(first.awaitExit()).as(first.output()).isEqualTo(1);

        assertThat(first.output())
            .contains("SLUICE_INSTANCE_ID: the name 'orders-0' was taken over", "Fix: ")
            .doesNotContain("Exception");
        assertThat(second.terminate()).as(second.output()).isZero();
        assertThat(second.handled()).isEmpty();
      }
    }
    assertThat(topic.committed()).isEqualTo(10);
  }
}
