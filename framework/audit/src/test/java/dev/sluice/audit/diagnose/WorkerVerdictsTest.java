package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerVerdictsTest {

  private static String draining(long elapsedMs) {
    return "{\"event\":\"draining\",\"elapsedMs\":"
        + elapsedMs
        + ",\"windowMs\":140000,\"inFlight\":2}\n";
  }

  private static String report(String outcome, int code, long drainTookMs, int cut) {
    return "{\"event\":\"drain-report\",\"pipeline\":\"orders\",\"reason\":\"TERM\",\"outcome\":\""
        + outcome
        + "\",\"exitCode\":"
        + code
        + ",\"windowMs\":140000,\"phases\":[{\"name\":\"intake\",\"budgetMs\":120000,\"tookMs\":10},"
        + "{\"name\":\"drain\",\"budgetMs\":120000,\"tookMs\":"
        + drainTookMs
        + "},{\"name\":\"settle\",\"budgetMs\":10000,\"tookMs\":5},"
        + "{\"name\":\"close\",\"budgetMs\":10000,\"tookMs\":5}],"
        + "\"chunks\":{\"finished\":1,\"checkpointed\":0,\"handedBack\":0,\"cut\":"
        + cut
        + "},\"lanes\":[{\"lane\":\"a\",\"generation\":3,\"position\":1}]}\n";
  }

  @ParameterizedTest
  @CsvSource({
    "8020, SUPERVISOR, 'supervisord''s default, 10 s'",
    "10000, SUPERVISOR, 'supervisord''s default, 10 s'",
    "28100, POD_GRACE, 'the default grace period of Kubernetes, 30 s'",
    "88300, SYSTEMD, 'systemd''s default, 90 s'"
  })
  void aKillInTheMiddleOfADrainIsKnownByItsTime(long elapsed, Layer layer, String text) {
    Verdict verdict = Found.file("log", draining(2_000) + draining(elapsed)).exit(137).verdict();
    assertThat(verdict.layer()).isEqualTo(layer);
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.text()).isEqualTo(text);
    assertThat(verdict.rulesOut()).contains("a crash before the stop");
  }

  @Test
  void aFigureThatIsKnownReplacesItsDefault() {
    Verdict verdict = Found.file("log", draining(28_100)).exit(137).grace(300).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.rulesOut())
        .contains("the pod's grace period (300 s: 270 s were left)")
        .contains("supervisord's default (10 s: the stop had lasted 28.1 to 30.1 s)");
  }

  @Test
  void aTimeThatNobodyWaitsIsOpen() {
    Verdict verdict = Found.file("log", draining(47_000)).exit(137).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.layer()).isEqualTo(Layer.UNKNOWN);
    assertThat(verdict.collect()).anyMatch(text -> text.startsWith("kubectl get pod"));
  }

  @Test
  void aChildThatWasKilledInAContainerThatEndedWell() {
    Verdict verdict =
        Found.file("log", draining(8_500)).exit(137).container(0).grace(300).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR);
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.text()).isEqualTo("supervisord's default, 10 s");
    assertThat(verdict.notes()).anyMatch(note -> note.contains("proves nothing"));
    assertThat(Found.nothing().exit(137).container(0).verdict())
        .satisfies(
            bare -> assertThat(bare.layer()).isEqualTo(Layer.SUPERVISOR),
            bare -> assertThat(bare.certainty()).isEqualTo(Certainty.LIKELY),
            bare ->
                assertThat(bare.text()).isEqualTo("the wait of a supervisor inside the container"));
  }

  @Test
  void oneHundredAndThirtySevenAloneProvesNothing() {
    Verdict verdict = Found.nothing().exit(137).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.collect()).isNotEmpty();
  }

  @Test
  void sigtermItselfIsNoTimeOut() {
    assertThat(Found.nothing().container(143).verdict().layer()).isEqualTo(Layer.STOP_SIGNAL);
    assertThat(Found.file("log", draining(28_100)).exit(143).verdict().layer())
        .isEqualTo(Layer.STOP_SIGNAL);
  }

  @Test
  void theReportSaysWhatEndedTheStop() {
    assertThat(Found.file("log", report("clean", 0, 900, 0)).exit(0).verdict())
        .satisfies(
            verdict -> assertThat(verdict.layer()).isEqualTo(Layer.NOTHING),
            verdict -> assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN));
    assertThat(Found.file("log", report("forced", 143, 900, 1)).exit(143).verdict().layer())
        .isEqualTo(Layer.SECOND_SIGNAL);
    assertThat(Found.file("log", report("cut", 3, 120_000, 1)).exit(3).verdict())
        .satisfies(
            verdict -> assertThat(verdict.layer()).isEqualTo(Layer.OWN_WINDOW),
            verdict -> assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN),
            verdict ->
                assertThat(verdict.text())
                    .isEqualTo("the worker's own window of 2m20s, its time for the work"));
    assertThat(Found.file("log", report("cut", 3, 900, 1)).verdict().certainty())
        .isEqualTo(Certainty.LIKELY);
    assertThat(Found.file("log", report("cut", 3, 900, 0)).verdict().layer())
        .isEqualTo(Layer.OWN_EXIT);
  }

  @Test
  void aReportAndAnExitCodeThatDisagreeAreOpen() {
    Verdict killed = Found.file("log", report("clean", 0, 900, 0)).exit(137).verdict();
    assertThat(killed.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(killed.notes())
        .singleElement()
        .asString()
        .contains("the drain report says clean (log:1), but the process ended with exit code 137");
    Verdict other = Found.file("log", report("cut", 3, 900, 0)).exit(1).verdict();
    assertThat(other.notes())
        .containsExactly(
            "the drain report announces exit code 3, but the process ended with exit code 1");
  }

  @Test
  void anEarlierStopInTheSameLogIsForgotten() {
    Verdict verdict =
        Found.file(
                "log",
                draining(4_000) + report("clean", 0, 900, 0) + draining(2_000) + draining(8_500))
            .exit(137)
            .verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "2026-01-01T10:00:00.123456789Z stdout F ~''",
        "2026-01-01T10:00:00.123456789Z ~''",
        "[pod/orders-1/main] ~''",
        "orders-1  | ~''",
        "{\"log\":\"~\\n\",\"stream\":\"stdout\",\"time\":\"2026-01-01T10:00:00.1Z\"}"
      })
  void whatIsAroundALineIsTakenOff(String before, String after) {
    boolean json = before.startsWith("{");
    String line = draining(9_000).strip();
    String inside = json ? line.replace("\"", "\\\"") : line;
    Verdict verdict = Found.file("log", before + inside + after).exit(137).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR);
  }

  @Test
  void aLineThatTheRuntimeHasSplitIsPutTogether() {
    String line = draining(9_000).strip();
    String time = "2026-01-01T10:00:00.123456789Z stdout ";
    String split =
        time + "P " + line.substring(0, 20) + "\n" + time + "F " + line.substring(20) + "\n";
    assertThat(Found.file("log", split).exit(137).verdict().layer()).isEqualTo(Layer.SUPERVISOR);
  }
}
