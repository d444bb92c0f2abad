package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.InvalidSetup;
import java.time.Duration;

/** First connections that do not come about. */
final class Opening {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration AT_ONCE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(20);

  private Opening() {}

  /** What the worker says that gives up although it might still try. */
  static String refused(Settings settings) {
    return failure(settings, LONG, AT_ONCE);
  }

  /** What the worker says that has tried for a second. */
  static String timedOut(Settings settings) {
    return failure(settings, SHORT, SOON);
  }

  private static String failure(Settings settings, Duration within, Duration atMost) {
    try (QueueWorker worker = QueueWorker.starting(settings, within)) {
      await().atMost(atMost).until(worker.opening()::isComplete);
      assertThat(worker.opening().cause()).isInstanceOf(InvalidSetup.class);
      assertThat(worker.stop().outcome()).isEqualTo("clean");
      return worker.opening().cause().getMessage();
    }
  }
}
