package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private final ManualClock clock = new ManualClock();
  private final Tally tally = new Tally();
  private final ProgressLine progress = new ProgressLine(clock, tally);

  private static EngineSnapshot snapshot(long lag, long remaining) {
    return new EngineSnapshot(
        0, List.of(), 0, lag, remaining, 0, false, java.util.Optional.empty());
  }

  @Test
  void aLineSaysHowMuchOfHowMuchAtWhichRate() {
    tally.settled.set(3_000);
    tally.triesInFlight.set(2);
    clock.advance(Duration.ofSeconds(2));

    assertThat(progress.next(snapshot(5_000, 7_000)))
        .contains("settled 3,000 / 10,000   1,500 rec/s   in flight 2   lag 5,000");

    tally.settled.set(4_000);
    clock.advance(Duration.ofSeconds(2));

    assertThat(progress.next(snapshot(0, 6_000)))
        .hasValueSatisfying(line -> assertThat(line).contains("4,000 / 10,000   500 rec/s"));
  }

  @Test
  void nothingIsSaidBeforeTheFirstRecordIsSettled() {
    clock.advance(Duration.ofSeconds(2));

    assertThat(progress.next(snapshot(7, 7))).isEmpty();
  }

  @Test
  void nothingIsSaidWhileNothingIsSettled() {
    tally.settled.set(10);
    clock.advance(Duration.ofSeconds(2));
    progress.next(snapshot(0, 0));
    clock.advance(Duration.ofSeconds(2));

    assertThat(progress.next(snapshot(0, 0))).isEmpty();
  }

  @Test
  void theRateCoversTheTimeSinceTheLastLookNotSinceTheLastLine() {
    tally.settled.set(10);
    clock.advance(Duration.ofSeconds(2));
    progress.next(snapshot(0, 0));
    clock.advance(Duration.ofSeconds(2));
    progress.next(snapshot(0, 0));
    tally.settled.set(30);
    clock.advance(Duration.ofSeconds(2));

    assertThat(progress.next(snapshot(0, 0)))
        .hasValueSatisfying(line -> assertThat(line).contains(" 10 rec/s"));
  }
}
