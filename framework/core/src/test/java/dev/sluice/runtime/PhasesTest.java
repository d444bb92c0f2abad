package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PhasesTest {
  private final ManualClock clock = new ManualClock();
  private final Phases phases = new Phases(clock);

  @Test
  void aPhaseEndsWhereTheNextBegins() {
    phases.begin("intake", Duration.ofSeconds(60));
    clock.advance(Duration.ofSeconds(1));
    phases.begin("drain", Duration.ofSeconds(60));
    clock.advance(Duration.ofSeconds(5));
    phases.end();
    clock.advance(Duration.ofSeconds(9));
    phases.end();

    assertThat(phases.list())
        .containsExactly(
            new Phases.Phase("intake", Duration.ofSeconds(60), Duration.ofSeconds(1)),
            new Phases.Phase("drain", Duration.ofSeconds(60), Duration.ofSeconds(5)));
  }

  @Test
  void aRunningPhaseTellsItsTimeSoFar() {
    phases.begin("settle", Duration.ofSeconds(10));
    clock.advance(Duration.ofSeconds(3));

    assertThat(phases.list())
        .containsExactly(new Phases.Phase("settle", Duration.ofSeconds(10), Duration.ofSeconds(3)));
  }

  @Test
  void endingNothingDoesNothing() {
    phases.end();

    assertThat(phases.list()).isEmpty();
  }
}
