package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker, the main process of its container, and others beside them. */
class TwoProcessesTest {
  private static final String SUPERVISOR =
      """
      2026-12-01 10:00:00,100 WARN received SIGTERM indicating exit request
      2026-12-01 10:00:10,300 WARN killing 'export' (12) with SIGKILL
      2026-12-01 10:00:10,310 WARN stopped: export (terminated by SIGKILL)
      2026-12-01 10:00:11,310 INFO stopped: web (exit status 0)
      """;
  private static final String POD =
      """
      {
       "kind": "Pod",
       "metadata": {"name": "w-1", "deletionTimestamp": "2026-12-01T10:00:30Z",
        "deletionGracePeriodSeconds": 30},
       "spec": {"terminationGracePeriodSeconds": 30},
       "status": {"containerStatuses": [{"name": "w", "state": {"terminated":
        {"exitCode": 137, "reason": "Error", "finishedAt": "2026-12-01T10:00:30Z"}}}]}
      }
      """;

  @Test
  void aKilledContainerContradictsItsMainProcessEndingWell() {
    Verdict verdict = Found.nothing().exit(0).container(137).grace(30).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.notes())
        .anyMatch(
            note -> note.startsWith("the container was killed (exit code 137 (SIGKILL)), so what"));
    assertThat(Found.nothing().exit(1).container(137).verdict().notes())
        .anyMatch(note -> note.startsWith("Its container was killed"));
  }

  @Test
  void aKilledContainerHasItsVerdictBesideItsPrograms() {
    Found both = Found.file("pod.json", POD).and("supervisord.log", SUPERVISOR);
    assertThat(both.verdict("program export").layer()).isEqualTo(Layer.SUPERVISOR);
    assertThat(both.verdict("program web").layer()).isEqualTo(Layer.NOTHING);
    Verdict container = both.verdict("pod w-1, container w");
    assertThat(container.layer()).isEqualTo(Layer.POD_GRACE);
    assertThat(container.certainty()).isEqualTo(Certainty.CERTAIN);
    Found ended =
        Found.file("pod.json", POD.replace("137", "0")).and("supervisord.log", SUPERVISOR);
    assertThat(ended.diagnosis().verdicts())
        .extracting(Verdict::subject)
        .containsExactly("program export", "program web");
  }

  @Test
  void anotherGraceThanThePodsOwnIsNoted() {
    assertThat(Found.file("pod.json", POD).grace(300).verdict().notes())
        .contains("--grace says 5m, the pod's own terminationGracePeriodSeconds 30s");
    assertThat(Found.file("pod.json", POD).grace(30).verdict().notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Dec 01 10:00:00 node1 kernel: Memory cgroup out of memory: Killed process 4242 (python)"
            + " total-vm:1kB, anon-rss:1kB",
        "[12.3] Out of memory: Killed process 4242 (python)"
      })
  void theKernelsLineAloneTellsOfAnEnd(String line) {
    Verdict verdict = Found.file("kern.log", line + "\n").verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.MEMORY);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.evidence()).anyMatch(found -> found.text().contains("process 4242"));
  }
}
