package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

class DurationsTest {

  static Stream<Map<String, Object>> good() {
    return Golden.file("durations.yaml").<Map<String, Object>>list("good").stream();
  }

  static Stream<String> bad() {
    return Golden.file("durations.yaml").<String>list("bad").stream();
  }

  @ParameterizedTest
  @MethodSource("good")
  void everyAcceptedFormHasItsExactValue(Map<String, Object> row) {
    Golden form = new Golden(row);

    Duration duration = Durations.parse("key", form.text("text").orElseThrow());

    long nanos =
        form.number("nanos").orElseGet(() -> form.number("millis").orElseThrow() * 1_000_000);
    assertThat(duration).isEqualTo(Duration.ofNanos(nanos));
    assertThat(Durations.ceilSeconds(duration)).isEqualTo(form.number("seconds").orElseThrow());
    assertThat(Durations.print(duration)).isEqualTo(form.text("prints").orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("bad")
  @NullSource
  void everythingElseIsRefusedNamingKeyValueAndForms(String text) {
    assertThatThrownBy(() -> Durations.parse("shutdown.commit", text))
        .isInstanceOf(InvalidDuration.class)
        .hasMessageStartingWith("shutdown.commit: ")
        .hasMessageContaining(text == null ? "nothing" : "\"" + text + "\"")
        .hasMessageContaining("90s, 2m, 1m30s, 1h, 1500ms, PT2M, or a bare number of seconds");
  }

  @Test
  void zeroIsNoLimit() {
    assertThatThrownBy(() -> Durations.parsePositive("pipeline.limits.job.limit", "0s"))
        .isInstanceOf(InvalidDuration.class)
        .hasMessageStartingWith("pipeline.limits.job.limit: \"0s\" must be above zero; write 90s");
  }

  @Test
  void whatIsPrintedReadsBackTheSame() {
    Random random = new Random(20260101);
    long[] steps = {1, 1_000, 1_000_000, 1_000_000_000L, 60_000_000_000L};
    for (int i = 0; i < 2_000; i++) {
      long step = steps[i % steps.length];
      Duration duration = Duration.ofNanos(random.nextLong(Durations.MAX.toNanos() / step) * step);

      String printed = Durations.print(duration);

      assertThat(Durations.parse("key", printed)).as(printed).isEqualTo(duration);
    }
  }

  @Test
  void nothingBelowZeroIsPrinted() {
    assertThatThrownBy(() -> Durations.print(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
