package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetryTopicsTest {
  private final List<Duration> delays =
      List.of(Duration.ofMillis(300), Duration.ofSeconds(90), Duration.ofDays(2));

  @Test
  void topicsAreNamedAfterTheGroupAndTheDelay() {
    assertThat(RetryTopics.of("flights", delays).names())
        .containsExactly("flights.retry.300ms", "flights.retry.1m30s", "flights.retry.48h");
  }

  @Test
  void topicsOfTheGroupThatAreNotReadAnyMoreAreFound() {
    RetryTopics read = RetryTopics.of("flights", List.of(Duration.ofMinutes(1)));

    assertThat(
            UnreadRetries.unread(
                "flights",
                read,
                List.of("flights", "flights.retry.1m", "flights.retry.1h", "a.retry.1h")))
        .containsExactly("flights.retry.1h");
  }

  @Test
  void whateverIsReadIncludesThem() {
    KafkaSourceConfig config =
        new KafkaSourceConfig("A:1, b:2", List.of("in"), "g", Optional.empty());

    assertThat(new KafkaSourceProvider().reads(config, List.of(Duration.ofMinutes(1))))
        .isEqualTo(
            Set.of(
                "kafka://a:1/in",
                "kafka://b:2/in",
                "kafka://a:1/g.retry.1m",
                "kafka://b:2/g.retry.1m"));
    assertThat(
            new KafkaDeadLetterProvider()
                .writes(new KafkaDeadLetterConfig("b:2", "in", Optional.empty())))
        .containsExactly("kafka://b:2/in");
  }
}
