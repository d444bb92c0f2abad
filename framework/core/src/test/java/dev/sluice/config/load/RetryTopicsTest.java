package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.PipelineSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTopicsTest {

  private static PipelineSettings load(String lines) {
    return PipelineFile.parse("p.yaml", PipelineFileTest.SMALLEST + lines)
        .load(Map.of(), Adapters.providers(), Set.of("load-flights"))
        .pipeline();
  }

  private static void refused(String lines, String message) {
    assertThatThrownBy(() -> load(lines))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @Test
  void thereAreNoneUnlessAskedFor() {
    assertThat(load("").retry().topics()).isEmpty();
  }

  @Test
  void delaysAreReadInTheirOrder() {
    assertThat(load("  ordering: none\n  retry: { topics: [1m, 90s, 1h] }\n").retry().topics())
        .containsExactly(Duration.ofMinutes(1), Duration.ofSeconds(90), Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ordering: lane\n", "  ordering: key\n"})
  void anOrderThatTheyWouldBreakIsToldWithTheReason(String ordering) {
    String word = ordering.isEmpty() ? "lane" : ordering.strip().substring(10);

    refused(
        ordering + "  retry: { topics: [1m] }\n",
        "pipeline.retry.topics: breaks the order that 'ordering: " + word + "' keeps");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1m, 1m]|retry.topics[1]: '1m' is not longer than the delay before it (1m)",
        "[10m, 1m]|retry.topics[1]: '1m' is not longer than the delay before it (10m)",
        "[1m, 60]|retry.topics[1]: '1m' is not longer",
        "[99ms]|retry.topics[0]: '99ms' is not a delay between 100ms and 168h",
        "[169h]|retry.topics[0]: '169h' is not a delay between",
        "[soon]|retry.topics[0]: 'soon'",
        "[1s, 2s, 3s, 4s, 5s, 6s, 7s, 8s, 9s, 10s, 11s]|retry.topics: has 11 delays; more than 10",
        "1m|retry.topics: is"
      })
  void delaysThatMakeNoSenseAreRefused(String topics, String message) {
    refused("  ordering: none\n  retry: { topics: " + topics + " }\n", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"flights|flights", "retry-PT1M|retry-PT1M"})
  void deadLettersAreNotWrittenToWhatIsRead(String topic, String place) {
    refused(
        "  ordering: none\n  retry: { topics: [1m] }\n  deadLetter: { kafka: { topic: "
            + topic
            + " } }\n",
        "pipeline.deadLetter: writes to " + place + ", which this pipeline reads");
  }
}
