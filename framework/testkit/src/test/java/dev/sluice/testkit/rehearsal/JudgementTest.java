package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, PASS",
    "0, 5, 5, PASS",
    "1, 0, 0, FAIL",
    "0, 1, 0, FAIL",
    "0, 6, 5, FAIL",
  })
  void nothingMayBeLostAndNoMoreDoneAgainThanIsAllowed(
      long lost, long again, long allowed, Result result) {
    Verdict verdict = new Judgement("it").counted(lost, again, allowed).verdict();

    assertThat(verdict.result()).isEqualTo(result);
    assertThat(verdict.reasons()).hasSize(result == Result.PASS ? 0 : 1);
  }

  @ParameterizedTest
  @CsvSource({
    "clean, false, 0, clean, PASS",
    "cut, false, 0, cut, PASS",
    "cut, false, 0, clean, FAIL",
    "clean, false, 0, cut, FAIL",
    "clean, true, 0, clean, FAIL",
    "clean, false, 1, clean, FAIL",
  })
  void aStopEndsAsExpectedByItselfAndItsBooksAddUp(
      String outcome, boolean halted, long unaccounted, String expected, Result result) {
    Ending ending = new Ending(outcome, halted, Duration.ofMillis(7), unaccounted);

    Verdict verdict = new Judgement("it").stopped(ending, expected).verdict();

    assertThat(verdict.result()).isEqualTo(result);
    assertThat(verdict.took()).isEqualTo(Duration.ofMillis(7));
  }

  @Test
  void theTableShowsFiguresAndReasons() {
    Verdict verdict = new Judgement("it").counted(2, 3, 1).took(Duration.ofMillis(1500)).verdict();

    assertThat(VerdictTable.render(List.of(verdict, Verdict.notTried("other", "no reason"))))
        .contains("FAIL       it ", "2      3        1", "1,500 ms")
        .contains("- 2 records are lost", "not tried  other", "- no reason", "1 failed");
  }
}
