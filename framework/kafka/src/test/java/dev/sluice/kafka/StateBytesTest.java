package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.progress.ResumeState;
import dev.sluice.spi.StateStore;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateBytesTest {

  @Test
  void statesComeBackAsTheyWere() {
    List<ResumeState> states =
        List.of(
            new ResumeState(0, new byte[0]),
            new ResumeState(1L << 50, new byte[] {1, -1}),
            new ResumeState(Long.MAX_VALUE >> 1, new byte[200_000]));

    assertThat(StateBytes.read(StateBytes.write(states))).isEqualTo(states);
    assertThat(StateBytes.read(StateBytes.write(List.of()))).isEmpty();
  }

  @Test
  void whatTheEngineLetsALaneKeepFitsIntoTheStore() {
    ResumeState largest =
        new ResumeState(
            Long.MAX_VALUE >> 1, new byte[StateStore.MOST_BYTES - ResumeState.OVERHEAD]);

    assertThat(StateBytes.size(List.of(largest))).isEqualTo(StateStore.MOST_BYTES);
    assertThat(StateBytes.write(List.of(largest))).hasSizeLessThanOrEqualTo(StateStore.MOST_BYTES);
  }

  @Test
  void bytesThatAreNotOfThisVersionAreRefused() {
    byte[] newer = StateBytes.write(List.of(new ResumeState(4, new byte[] {5})));
    newer[0] = 2;

    assertThatThrownBy(() -> StateBytes.read(newer)).hasMessageContaining("version 2");
    assertThatThrownBy(() -> StateBytes.read(new byte[] {1, 4, 9, 0}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StateBytes.read(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
