package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskLimitsTest {

  @Test
  void aTaskDeclaresItsCeilingAndMayPromiseCheckpoints() {
    TaskLimits limits =
        TaskLimits.limit(Duration.ofMinutes(2)).checkpointEvery(Duration.ofSeconds(15));

    assertThat(limits.limit()).contains(Duration.ofMinutes(2));
    assertThat(limits.checkpointEvery()).contains(Duration.ofSeconds(15));
  }

  @Test
  void aTaskMayLeaveItsCeilingToTheDeployment() {
    assertThat(TaskLimits.declaredByDeployment().limit()).isEmpty();
    assertThat(
            TaskLimits.declaredByDeployment()
                .checkpointEvery(Duration.ofSeconds(15))
                .checkpointEvery())
        .contains(Duration.ofSeconds(15));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void neitherMayBeZeroOrLess(long nanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskLimits.limit(Duration.ofNanos(nanos)))
        .withMessageContaining("limit must be above zero");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> TaskLimits.limit(Duration.ofSeconds(1)).checkpointEvery(Duration.ofNanos(nanos)))
        .withMessageContaining("checkpointEvery must be above zero");
  }

  @Test
  void checkpointsFurtherApartThanTheLimitAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> TaskLimits.limit(Duration.ofSeconds(10)).checkpointEvery(Duration.ofSeconds(11)))
        .withMessageContaining("PT11S is above the limit PT10S");
    assertThat(
            TaskLimits.limit(Duration.ofSeconds(10))
                .checkpointEvery(Duration.ofSeconds(10))
                .checkpointEvery())
        .isPresent();
  }
}
