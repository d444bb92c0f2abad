package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private static final RandomGenerator LOWEST = () -> 0;
  private static final RandomGenerator HIGHEST = () -> -1;

  private static Backoff backoff(RandomGenerator random) {
    return new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30), random);
  }

  @ParameterizedTest
  @CsvSource({"1, 200", "2, 400", "3, 800", "8, 25600", "9, 30000", "10, 30000", "1000000, 30000"})
  void aPauseIsBetweenHalfAndTheWholeOfADoublingCeiling(int failures, long ceilingMillis) {
    assertThat(backoff(LOWEST).after(failures)).isEqualTo(Duration.ofMillis(ceilingMillis / 2));
    assertThat(backoff(HIGHEST).after(failures))
        .isBetween(Duration.ofMillis(ceilingMillis - 1), Duration.ofMillis(ceilingMillis));
  }

  @Test
  void anInitialPauseAboveTheCeilingIsCutToIt() {
    Backoff backoff = new Backoff(Duration.ofSeconds(60), Duration.ofSeconds(1), LOWEST);

    assertThat(backoff.after(1)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void theLongestDurationsDoNotOverflow() {
    Duration years = Duration.ofDays(365 * 200);
    Backoff backoff = new Backoff(Duration.ofDays(365 * 120), years, LOWEST);

    assertThat(backoff.after(5)).isEqualTo(years.dividedBy(2));
  }

  @Test
  void pausesOfOneMomentAreSpread() {
    Backoff backoff = backoff(new Random(1));
    long different =
        java.util.stream.IntStream.range(0, 100).mapToObj(i -> backoff.after(3)).distinct().count();

    assertThat(different).isGreaterThan(90);
  }
}
