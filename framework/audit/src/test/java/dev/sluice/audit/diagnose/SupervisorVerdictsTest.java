package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SupervisorVerdictsTest {
  private static final String ARTICLE =
      """
      2026-01-01 09:59:00,001 INFO spawned: 'export' with pid 12
      2026-01-01 10:00:00,123 WARN received SIGTERM indicating exit request
      2026-01-01 10:00:00,124 INFO waiting for export to die
      2026-01-01 10:00:10,125 WARN killing 'export' (12) with SIGKILL
      2026-01-01 10:00:10,126 WARN stopped: export (terminated by SIGKILL)
      """;

  /** A log of real supervisord 4.2.5: three groups, waits of 10 (unset), 10, and 2 and 4 s. */
  private static Found real() {
    return Found.file("supervisord.log", Found.resource("supervisord.log"));
  }

  @Test
  void tenSecondsInAPodOfThreeHundredAreTheDefaultThatNobodyChose() {
    Verdict verdict = Found.file("log", ARTICLE).grace(300).task(180).container(0).verdict();
    assertThat(verdict.subject()).isEqualTo("program export");
    assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.text())
        .isEqualTo("supervisord's stopwaitsecs of 10 s (default, likely not set)");
    assertThat(verdict.evidence())
        .extracting(Evidence::toString)
        .contains("log:4 killing 'export' (12) with SIGKILL 10.0 s after SIGTERM");
    assertThat(verdict.rulesOut())
        .contains(
            "the pod's grace period (300 s: 290 s were left)",
            "a crash before the stop",
            "the pod's grace period and the node: they kill the container too, and it ended with exit code 0");
    assertThat(verdict.notes())
        .containsExactly(
            "The container's exit code 0 proves nothing: supervisord ends with 0 after it has killed its programs",
            "The work may need 3m; it had 10.0 s");
  }

  @Test
  void whatWasLeftOfThePodsTimeIsSaid() {
    assertThat(Found.file("log", ARTICLE).grace(300).verdict().rulesOut())
        .contains("the pod's grace period (300 s: 290 s were left)")
        .noneMatch(text -> text.contains("default grace period of Kubernetes"));
    assertThat(Found.file("log", ARTICLE).verdict().rulesOut())
        .contains("the default grace period of Kubernetes (30 s: 20 s were left)");
  }

  @Test
  void aFigureThatIsNotInForceIsNoticed() {
    Verdict verdict = Found.file("log", ARTICLE).stopwait(280).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.notes())
        .singleElement()
        .asString()
        .contains("--stopwait says 4m40s, but SIGKILL came after 10.0 s")
        .contains("mistyped key");
    assertThat(Found.file("log", ARTICLE).stopwait(10).verdict())
        .satisfies(
            right -> assertThat(right.notes()).isEmpty(),
            right -> assertThat(right.text()).isEqualTo("supervisord's stopwaitsecs of 10 s"));
  }

  @Test
  void eachProgramOfARealStopHasItsVerdict() {
    assertThat(real().verdict("program export"))
        .satisfies(
            verdict -> assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR),
            verdict ->
                assertThat(verdict.text())
                    .isEqualTo("supervisord's stopwaitsecs of 10 s (default, likely not set)"));
    assertThat(real().verdict("program quick").layer()).isEqualTo(Layer.NOTHING);
    assertThat(real().verdict("program short"))
        .satisfies(
            verdict -> assertThat(verdict.layer()).isEqualTo(Layer.SUPERVISOR),
            // The log does not say when a later group was asked: it had 2.0 s if it was alone.
            verdict ->
                assertThat(verdict.evidence())
                    .extracting(Evidence::text)
                    .contains("killing 'short' (30896) with SIGKILL 2.0 to 14.1 s after SIGTERM"));
    assertThat(real().verdict("program long").certainty()).isEqualTo(Certainty.CERTAIN);
  }

  @Test
  void sigkillWithoutAStopIsNoStopTimeOut() {
    Verdict crash = real().verdict("program crash");
    assertThat(crash.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(crash.rulesOut())
        .contains("every stop time-out: supervisord had not asked it to stop");
    assertThat(crash.collect()).anyMatch(command -> command.contains("journalctl -k"));
  }

  @Test
  void theKernelsLineTellsWhoKilledIt() {
    Verdict verdict =
        real()
            .and(
                "dmesg",
                "[ 81.3] Out of memory: Killed process 30900 (python3) total-vm:1kB, anon-rss:1kB\n")
            .verdict("program crash");
    // In a container it has another pid than for the kernel, so the same number is no proof.
    assertThat(verdict.layer()).isEqualTo(Layer.MEMORY);
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.text()).contains("a process with this pid");
  }

  @Test
  void aDebugLogTellsEachWaitExactly() {
    Found found = Found.file("log", Found.resource("supervisord-debug.log"));
    assertThat(found.verdict("program ctl").evidence())
        .extracting(Evidence::text)
        .contains("killing 'ctl' (32038) with SIGKILL 3.0 s after SIGTERM");
    assertThat(found.verdict("program ctl").text())
        .isEqualTo("supervisord's stopwaitsecs of 2 to 3 s");
    assertThat(found.verdict("program short").text())
        .isEqualTo("supervisord's stopwaitsecs of 1 to 2 s");
    assertThat(found.verdict("program long").evidence())
        .extracting(Evidence::text)
        .contains("killing 'long' (32037) with SIGKILL 4.0 s after SIGTERM");
    assertThat(found.verdict("program dies"))
        .satisfies(
            verdict -> assertThat(verdict.layer()).isEqualTo(Layer.STOP_SIGNAL),
            verdict -> assertThat(verdict.text()).contains("no time-out").contains("143"));
  }

  @Test
  void aSupervisorThatIsCutWhileItWaitsWasKilledFromOutside() {
    String cut =
        """
        2026-01-01 10:00:00,123 WARN received SIGTERM indicating exit request
        2026-01-01 10:00:00,124 INFO waiting for export to die
        2026-01-01 10:00:27,200 INFO waiting for export to die
        2026-01-01 10:00:29,800 INFO waiting for export to die
        """;
    Verdict verdict = Found.file("log", cut).container(137).grace(30).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.POD_GRACE);
    assertThat(verdict.certainty()).isEqualTo(Certainty.LIKELY);
    assertThat(verdict.text()).isEqualTo("the pod's grace period of 30 s");
    assertThat(Found.file("log", cut).container(137).grace(300).verdict().certainty())
        .isEqualTo(Certainty.OPEN);
  }

  @Test
  void anotherLifeOfTheSameProgramIsAnotherStory() {
    Verdict verdict =
        Found.file(
                "log",
                ARTICLE
                    + """
                    2026-01-01 10:05:00,001 INFO supervisord started with pid 1
                    2026-01-01 10:05:01,001 INFO spawned: 'export' with pid 8
                    2026-01-01 10:06:00,123 WARN received SIGTERM indicating exit request
                    2026-01-01 10:06:03,126 INFO stopped: export (exit status 0)
                    """)
            .verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.NOTHING);
  }
}
