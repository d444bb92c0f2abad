package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TakeoversTest {
  private static final OwnerMark SELF =
      OwnerMark.running("me", 1, 0, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN);
  private static final OwnerMark OTHER =
      OwnerMark.running("flights-0", 2, 0, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN);
  private static final LaneRef LANE = new LaneRef("flights-0", 1);

  private final Tally tally = new Tally();
  private final Takeovers takeovers = new Takeovers(SELF, tally);

  @Test
  void lanesOfAnOwnerThatLeftInOrderAreCleanTakeovers() {
    takeovers.from(OTHER.left(true), LANE);

    assertThat(tally.cleanTakeovers.get()).isOne();
    assertThat(tally.uncleanTakeovers.get()).isZero();
  }

  @Test
  void lanesOfAnOwnerThatRanStoppedOrCutAreUncleanTakeovers() {
    takeovers.from(OTHER, LANE);
    takeovers.from(OTHER.draining(Duration.ofSeconds(3)), LANE);
    takeovers.from(OTHER.left(false), LANE);

    assertThat(tally.uncleanTakeovers.get()).isEqualTo(3);
  }

  @Test
  void aLaneThatComesBackIsNone() {
    takeovers.from(SELF, LANE);

    assertThat(tally.cleanTakeovers.get() + tally.uncleanTakeovers.get()).isZero();
  }

  @Test
  void anotherRunOfTheSameOwnerIsATakeover() {
    takeovers.from(
        OwnerMark.running("me", 2, 0, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN), LANE);

    assertThat(tally.uncleanTakeovers.get()).isOne();
  }

  @Test
  void theStoryOfAStopThatWasCutNamesTheLayerThatWaitsThatLong() {
    assertThat(Takeovers.story(OTHER.draining(Duration.ofMillis(9_600))))
        .isEqualTo(
            "previous owner flights-0 was cut 10 s into a window of 140 s: supervisord's default,"
                + " 10 s");
    assertThat(Takeovers.story(OTHER.draining(Duration.ofSeconds(50))))
        .endsWith("no known layer waits that long");
    assertThat(Takeovers.story(OTHER)).contains("flights-0 ended without a stop");
  }
}
