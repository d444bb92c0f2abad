package dev.sluice.audit.quotes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedFiguresTest {
  private static final String POD =
      """
      kind: Pod
      spec:
        # once it was 90 s
        terminationGracePeriodSeconds: 300
        containers:
          - image: registry:5000/worker:90
            ports: [{containerPort: 90}]
            resources: {limits: {memory: 90Mi}}
      """;

  @Test
  void theRunbookDescribesAWindowThatNothingHolds() {
    List<AuditFinding> findings =
        check("# Incidents\n\nThe runbook described a 90-second window.\n", POD);

    AuditFinding finding = findings.get(0);
    assertThat(findings).hasSize(1);
    assertThat(finding.check()).isEqualTo(Check.QUOTED_FIGURE);
    assertThat(finding.at().orElseThrow()).hasToString("runbook.md:3");
    assertThat(finding.message())
        .isEqualTo("quotes 90 s (\"90-second\") for a stop, and no file read holds it");
    assertThat(finding.changes())
        .extracting(Change::text)
        .containsExactly(
            "write what is in force; the nearest figures that exist: 300 s (pod.yaml:4)",
            "or set 90 s where it has to hold, for example as terminationGracePeriodSeconds or"
                + " stopwaitsecs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "terminationGracePeriodSeconds: 90",
        "stopwaitsecs=90",
        "stopwaitsecs = 90 ; as agreed",
        "TimeoutStopSec=1min 30s",
        "TimeoutStopSec=90",
        "args: [\"--timeout=90\"]",
        "args: [--timeout, \"90\"]",
        "args:\n  - --timeout\n  - \"90\"",
        "exec: {command: [\"sleep\", \"90\"]}",
        "command:\n- sleep\n- '90'",
        "env:\n  - name: STOP_TIMEOUT\n    value: \"90\"",
        "env: [{name: STOP_TIMEOUT, value: '90'}]",
        "{\"name\": \"STOP_TIMEOUT\",\n \"value\": \"90\"}",
        "drainTimeoutMs: 90000",
        "SHUTDOWN_TIMEOUT_MS=90000",
        "session.timeout.ms=90000",
        "grace: 1.5m",
        "grace: 90.0s",
        "limits: {load: {limit: 90}}",
        "timeout: PT1M30S",
        "timeoutMinutes: 1.5",
        "time.sleep(90)",
        "sidekiq -t 90",
        "wait 90000ms"
      })
  void aFigureExistsInAnyForm(String file) {
    assertThat(check("Workers get 90 s to drain.", file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replicas: 90",
        "containerPort: 90",
        "image: worker:90",
        "version: 90",
        "# timeout: 90",
        "; stopwaitsecs=90",
        "a: 1 # timeout: 90",
        "memory: 90Mi",
        "cpu: 90",
        "timeoutMs: 90",
        "terminationGracePeriodSeconds: 900",
        "terms: 90000",
        "name: orders-90s",
        "timeout: 1m31s"
      })
  void aNumberThatIsNoSuchTimeDoesNotCount(String file) {
    assertThat(check("Workers get 90 s to drain.", file)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The p99 latency is 77 ms.",
        "It was started 77 minutes ago, in version 7.",
        "The p99 latency is 77 ms. On SIGTERM it drains.",
        "While it drains it prints a line every 77 s.",
        "Stop it on port 77.",
        "A drain of an idle worker waits 7.1 ms.",
        "preStop: 0s",
        "# Drain\n\nText.\n\n## Latency\n\nAbout 77 ms.",
        "SIGTERM is sent to job-77s.",
        "Retention is 77 h."
      })
  void onlySentencesAboutAStopCount(String document) {
    assertThat(check(document, POD)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "We stop workers within 77 s.",
        "After SIGTERM the worker\nhas some\n77 seconds.",
        "# Shutdown\n\nWorkers have 77 s.",
        "Shutdown\n========\n\nWorkers have 77 s.",
        "| layer | wait |\n|---|---|\n| supervisord | 77 s |",
        "On a drain:\n\n- intake stops\n- workers get 77 s",
        "```\nkubectl drain node --timeout=77s\n```",
        "preStop: 77s",
        "A time-out of 77 s",
        "1. terminationGracePeriodSeconds is 77 s",
        "Shutting down takes 1m17s."
      })
  void aSentenceIsAboutAStopByItsWordsOrItsContext(String document) {
    List<AuditFinding> findings = check(document, POD);

    assertThat(findings).as(document).hasSize(1);
    int line = findings.get(0).at().orElseThrow().line();
    assertThat(document.split("\n", -1)[line - 1]).containsPattern("77|1m17s");
  }

  @Test
  void bothEndsOfARangeAreCompared() {
    List<AuditFinding> findings =
        check("The longest wait is 180–400 s.", "a:\n  timeout: 180s\n  grace: 500s\n");

    assertThat(findings)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.message()).startsWith("quotes 400 s (\"180–400 s\") for a stop");
              assertThat(finding.changes().get(0).text())
                  .endsWith("180 s (pod.yaml:2) or 500 s (pod.yaml:3)");
            });
  }

  @Test
  void aFigureIsToldOnceForADocumentWithItsOtherLines() {
    List<AuditFinding> findings =
        check("We wait 90 s.\n\nThe grace is 90 s.\n\n90 seconds of drain, not 90s.\n", POD);

    assertThat(findings)
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .isEqualTo(
                        "quotes 90 s for a stop, also in line 3, 5, and no file read holds it"));
  }

  @Test
  void theDocumentItselfAndNoFileAtAllProveNothing() {
    SourceText document = SourceText.file("runbook.md", "We wait 90 s.");

    assertThat(QuotedFigures.check(List.of(document), List.of(document))).isEmpty();
    assertThat(
            QuotedFigures.check(
                List.of(document), List.of(document, SourceText.file("pod.yaml", "a: 1"))))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.changes().get(0).text()).startsWith("no file read holds any"));
  }

  @Test
  void moreFiguresThanAnyRunbookHasAreNotComparedAndSaidSo() {
    StringBuilder document = new StringBuilder();
    for (int i = 0; i < 1500; i++) {
      document.append("We wait ").append(1000 + i).append(" s.\n");
    }

    List<AuditFinding> findings = check(document.toString(), POD);

    assertThat(findings).hasSize(1001);
    assertThat(findings.get(1000).check()).isEqualTo(Check.UNKNOWN);
  }

  @Test
  void hugeTextsOfAnyShapeTakeLinearTime() {
    int size = 2_000_000;
    for (String part :
        List.of(
            "1",
            "1s",
            "90 s wait. ",
            "- ",
            "1-",
            "stop",
            "\n",
            "9.",
            "| 90 s",
            "1m",
            " ",
            "9, ",
            "a 9 ",
            "value 9 ")) {
      String text = part.repeat(size / part.length());
      assertTimeoutPreemptively(
          Duration.ofSeconds(30), () -> check(text, text), () -> "slow on " + part);
    }
  }

  private static List<AuditFinding> check(String document, String file) {
    return QuotedFigures.check(
        List.of(SourceText.file("runbook.md", document)),
        List.of(SourceText.file("pod.yaml", file)));
  }
}
