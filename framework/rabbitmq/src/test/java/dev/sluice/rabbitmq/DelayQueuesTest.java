package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.SourceContext;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayQueuesTest {
  private static DelayQueues queues(boolean ordered, int attempts, String first, String longest) {
    SourceContext.Work work =
        new SourceContext.Work(
            Duration.ofSeconds(1),
            Duration.ZERO,
            4,
            ordered,
            Duration.parse(first),
            Duration.parse(longest));
    return DelayQueues.of(
        new SourceContext(
                null,
                new SystemClock(),
                "test",
                new SourceContext.Figures(
                    Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
                100)
            .withAttempts(attempts)
            .withWork(work));
  }

  @Test
  void thereIsOneForEachPauseBetweenTheAttempts() {
    assertThat(queues(false, 5, "PT0.2S", "PT30S").names("flights"))
        .containsExactly(
            "flights.retry.200ms",
            "flights.retry.400ms",
            "flights.retry.800ms",
            "flights.retry.1600ms");
  }

  @Test
  void pausesThatHaveReachedTheLongestShareOne() {
    assertThat(queues(false, 20, "PT10S", "PT30S").delays())
        .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30));
    assertThat(queues(false, 2, "PT5S", "PT5S").delays()).containsExactly(Duration.ofSeconds(5));
  }

  @Test
  void whatMustKeepItsOrderHasNone() {
    assertThat(queues(true, 5, "PT0.2S", "PT30S").any()).isFalse();
    assertThat(queues(false, 1, "PT0.2S", "PT30S").any()).isFalse();
  }

  @Test
  void aMessageWaitsAtLeastAsLongAsItsPause() {
    DelayQueues queues = queues(false, 5, "PT0.2S", "PT30S");
    assertThat(queues.delay(Duration.ofMillis(150))).isEqualTo(Duration.ofMillis(200));
    assertThat(queues.delay(Duration.ofMillis(201))).isEqualTo(Duration.ofMillis(400));
    // As long as there is a queue for it.
    assertThat(queues.delay(Duration.ofMinutes(1))).isEqualTo(Duration.ofMillis(1600));
  }
}
