package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitVerdictsTest {
  private static final String HOST = "host systemd[1]: ";
  private static final String TIMED_OUT =
      "Jan 01 10:00:00 "
          + HOST
          + "Stopping orders.service - Orders worker...\n"
          + "Jan 01 10:01:30 "
          + HOST
          + "orders.service: State 'stop-sigterm' timed out. Killing.\n"
          + "Jan 01 10:01:30 "
          + HOST
          + "orders.service: Killing process 123 (java) with signal SIGKILL.\n"
          + "Jan 01 10:01:30 "
          + HOST
          + "orders.service: Main process exited, code=killed, status=9/KILL\n"
          + "Jan 01 10:01:30 "
          + HOST
          + "orders.service: Failed with result 'timeout'.\n";

  @Test
  void aStateThatTimedOutIsSystemds() {
    Verdict verdict = Found.file("journal", TIMED_OUT).verdict();
    assertThat(verdict.subject()).isEqualTo("unit orders.service");
    assertThat(verdict.layer()).isEqualTo(Layer.SYSTEMD);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.text())
        .isEqualTo("systemd's TimeoutStopSec of 90 s (default, likely not set)");
  }

  @Test
  void theIsoFormIsMeasuredAsWell() {
    String iso =
        TIMED_OUT
            .replace("Jan 01 10:00:00", "2026-01-01T10:00:00.100+0000")
            .replace("Jan 01 10:01:30", "2026-01-01T10:00:25.100+0000");
    assertThat(Found.file("journal", iso).verdict().text())
        .isEqualTo("systemd's TimeoutStopSec of about 25 s");
  }

  @Test
  void aJournalInJsonIsReadAsWell() {
    String json =
        "{\"MESSAGE\":\"orders.service: State 'stop-sigterm' timed out. Killing.\","
            + "\"__REALTIME_TIMESTAMP\":\"1767261690000000\",\"UNIT\":\"orders.service\"}\n";
    assertThat(Found.file("journal", json).verdict().layer()).isEqualTo(Layer.SYSTEMD);
  }

  @ParameterizedTest
  @CsvSource({
    "'A process of this unit has been killed by the OOM killer.', MEMORY, CERTAIN",
    "'Failed with result ''oom-kill''.', MEMORY, CERTAIN",
    "'Failed with result ''timeout''.', SYSTEMD, LIKELY",
    "'Main process exited, code=exited, status=143/n/a', STOP_SIGNAL, LIKELY",
    "'Main process exited, code=killed, status=15/TERM', STOP_SIGNAL, LIKELY",
    "'Main process exited, code=exited, status=3/NOTIMPLEMENTED', OWN_EXIT, CERTAIN",
    "'Main process exited, code=dumped, status=11/SEGV', OWN_EXIT, CERTAIN",
    "'Main process exited, code=killed, status=9/KILL', UNKNOWN, OPEN"
  })
  void eachLineHasItsWeight(String message, Layer layer, Certainty certainty) {
    Verdict verdict =
        Found.file("journal", "Jan 01 10:00:00 " + HOST + "a.service: " + message).verdict();
    assertThat(verdict.layer()).isEqualTo(layer);
    assertThat(verdict.certainty()).isEqualTo(certainty);
  }

  @Test
  void aStartThatTimedOutIsNoStop() {
    assertThat(
            Found.file(
                    "journal", "Jan 01 10:00:00 " + HOST + "a.service: start operation timed out.")
                .diagnosis()
                .verdicts())
        .isEmpty();
  }

  @Test
  void severalUnitsHaveAVerdictEach() {
    assertThat(
            Found.file("journal", TIMED_OUT + TIMED_OUT.replace("orders", "export"))
                .diagnosis()
                .verdicts())
        .extracting(Verdict::subject)
        .containsExactly("unit orders.service", "unit export.service");
  }
}
