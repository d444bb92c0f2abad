package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class LaneRefTest {

  @Test
  void theSameLaneInAnotherGenerationIsAnotherLane() {
    assertThat(new LaneRef("flights-0", 1)).isNotEqualTo(new LaneRef("flights-0", 2));
    assertThat(new LaneRef("flights-0", 2)).hasToString("flights-0@2");
  }

  @Test
  void aLaneHasAName() {
    assertThatNullPointerException().isThrownBy(() -> new LaneRef(null, 1));
  }
}
