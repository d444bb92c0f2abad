package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumePoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadableRangeTest {
  private final ReadableRange range = new ReadableRange(10, 30);

  @Test
  void bothEndsOfTheLogArePositionsToGoOnAt() {
    assertThat(range.holds(9)).isFalse();
    assertThat(range.holds(10)).isTrue();
    assertThat(range.holds(30)).isTrue();
    assertThat(range.holds(31)).isFalse();
  }

  @Test
  void whatIsSkippedIsCountedFromWhereTheLaneStood() {
    assertThat(range.skipped(4, range.target(OutOfRange.EARLIEST))).isEqualTo(6);
    assertThat(range.skipped(4, range.target(OutOfRange.LATEST))).isEqualTo(26);
  }

  @Test
  void ofATopicMadeAnewOnlyWhatItHasCanBeSkipped() {
    assertThat(range.skipped(1_000, range.target(OutOfRange.EARLIEST))).isZero();
    assertThat(range.skipped(1_000, range.target(OutOfRange.LATEST))).isEqualTo(20);
  }

  @Test
  void whatWasDoneBeyondTheJumpStaysDoneUnlessItWasAnotherLog() {
    Carried carried =
        new Carried(List.of(new Carried.Stretch(6, 8), new Carried.Stretch(9, 14)), List.of());

    assertThat(range.moved(new ResumePoint(4, carried), 10).carried().beyond())
        .containsExactly(new Carried.Stretch(10, 14));
    assertThat(range.moved(new ResumePoint(1_000, carried), 10)).isEqualTo(ResumePoint.at(10));
  }

  @Test
  void theReasonOfAStopTellsRetentionFromATopicMadeAnew() {
    assertThat(range.stopped("orders", 4, ReadableRange.advice()))
        .hasMessageContaining("position 4 is not in the log any more, which begins at 10")
        .hasMessageContaining("worker seek");
    assertThat(range.stopped("orders", 40, ""))
        .hasMessageContaining("position 40 is beyond the end of the log, 30")
        .hasMessageContaining("'orders' was probably recreated");
  }
}
