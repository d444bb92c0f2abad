package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MixedEvidenceTest {
  private static final String KILLED =
      """
      2026-01-01 10:00:00,123 WARN received SIGTERM indicating exit request
      {"event":"draining","elapsedMs":8000,"windowMs":140000,"inFlight":1}
      2026-01-01 10:00:10,125 WARN killing 'export' (12) with SIGKILL
      """;
  private static final String POD =
      """
      {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": { "name": "orders-1" },
        "spec": { "terminationGracePeriodSeconds": 300 },
        "status": { "containerStatuses": [ { "name": "main", "state": { "terminated": {
          "exitCode": 0, "reason": "Completed", "finishedAt": "2026-01-01T10:00:11Z" } } } ] }
      }
      """;

  @Test
  void logPodAndEventsOfOneStopMayBeInOneFile() {
    Verdict verdict =
        Found.file(
                "all",
                KILLED
                    + POD
                    + "1m   Normal   Killing   pod/orders-1   Stopping container main\n"
                    + "1m   Normal   ScaleDown   pod/orders-1   deleting pod for node scale down\n")
            .verdict();
    assertThat(verdict.subject()).isEqualTo("program export");
    assertThat(verdict.text())
        .isEqualTo("supervisord's stopwaitsecs of 10 s (default, likely not set)");
    assertThat(verdict.startedBy().orElseThrow())
        .isEqualTo("the cluster autoscaler taking the node away (all:13)");
    assertThat(verdict.evidence())
        .extracting(Evidence::toString)
        .anyMatch(text -> text.startsWith("all:10 container main: exit code 0"));
    assertThat(verdict.notes()).anyMatch(note -> note.contains("proves nothing"));
  }

  @Test
  void aKillThatTheExitCodeDeniesIsOpen() {
    Verdict verdict = Found.file("log", KILLED).exit(0).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.notes())
        .containsExactly("--exit-code 0 against exit code 137 (SIGKILL) in the other evidence");
  }

  @Test
  void twoLayersThatBothSaySoAreOpen() {
    Verdict verdict =
        Found.file(
                "journal",
                """
                Jan 01 10:00:00 h systemd[1]: a.service: State 'stop-sigterm' timed out. Killing.
                Jan 01 10:00:00 h systemd[1]: a.service: Failed with result 'oom-kill'.
                """)
            .verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.notes())
        .singleElement()
        .asString()
        .startsWith("these contradict each other: ")
        .contains("OOM killer", "TimeoutStopSec");
  }

  @Test
  void aStopThatLastedLongerThanTheGraceSaysTheGraceIsAnother() {
    Verdict verdict =
        Found.file("log", "{\"event\":\"draining\",\"elapsedMs\":119000,\"windowMs\":400000}")
            .exit(137)
            .grace(30)
            .node(120)
            .verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.notes())
        .singleElement()
        .asString()
        .contains("longer than the grace period of 30s that is said to hold");
  }

  @Test
  void anExitCodeOfOneWorkerAmongSeveralIsAMistake() {
    Diagnosis diagnosis =
        Found.file("log", KILLED + KILLED.replace("export", "orders")).exit(137).diagnosis();
    assertThat(diagnosis.problems())
        .singleElement()
        .asString()
        .contains("--exit-code is of one worker, but the files tell of 2");
  }

  @Test
  void nothingFoundIsNoVerdict() {
    Diagnosis diagnosis = Found.file("log", "hello\n").diagnosis();
    assertThat(diagnosis.verdicts()).isEmpty();
    assertThat(diagnosis.allNamed()).isFalse();
  }
}
