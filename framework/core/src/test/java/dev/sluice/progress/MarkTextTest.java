package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkTextTest {
  private static final OwnerMark.Layers LAYERS =
      new OwnerMark.Layers(
          Duration.ofSeconds(160),
          Duration.ofSeconds(5),
          Duration.ofSeconds(150),
          Duration.ofHours(1));

  private static OwnerMark mark(OwnerMark.Phase phase) {
    return new OwnerMark(
        "pod, 7;é", -1, 1, phase, Duration.ofMillis(1234), Duration.ofSeconds(140), LAYERS);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsRead(OwnerMark.Phase phase) {
    assertThat(MarkText.read(MarkText.write(mark(phase)))).isEqualTo(mark(phase));
  }

  @Test
  void fieldsOfANewerReleaseArePassedOver() {
    OwnerMark running = mark(OwnerMark.Phase.RUNNING);

    assertThat(MarkText.read(MarkText.write(running) + ",new,newer")).isEqualTo(running);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "r", "x,1,1,1,1,1,1,1,1,me", "r,?,1,1,1,1,1,1,1,me"})
  void whatIsNoMarkIsRefused(String text) {
    assertThatThrownBy(() -> MarkText.read(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
