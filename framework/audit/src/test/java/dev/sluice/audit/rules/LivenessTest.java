package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.report.Checklist;
import dev.sluice.audit.report.ChecklistLine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Liveness that asks for readiness: the kubelet asks no more once the pod terminates. */
class LivenessTest {
  private static final String PROBES =
      """
      readinessProbe: {httpGet: {path: /health, port: 8080}}, \
      livenessProbe: {httpGet: {path: /health, port: 8080}}""";

  @Test
  void aTerminatingPodIsNotConcerned() {
    assertThat(audit("containers: [{name: main, command: [worker], " + PROBES + "}]"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.level()).isEqualTo(Level.NOTE);
              assertThat(it.message())
                  .contains("where it drains before its pod terminates, after 30 s")
                  .contains("up to 120 s");
            });
  }

  @Test
  void aSidecarIsAskedByOlderKubelets() {
    assertThat(
            audit(
                """
                containers: [{name: main, command: [worker]}]
                  initContainers: [{name: proxy, command: [proxy], restartPolicy: Always, PROBES}]
                """
                    .replace("PROBES", PROBES)))
        .singleElement()
        .extracting(AuditFinding::level)
        .isEqualTo(Level.WARNING);
  }

  @Test
  void noLineOfTheChecklistFailsOnIt() {
    Audits audits = audits("containers: [{name: main, command: [worker], " + PROBES + "}]");

    assertThat(
            Checklist.of(
                Audit.of(audits.estate(), audits.findings(Check.LIVENESS_KILLS_DRAIN), List.of())))
        .extracting(ChecklistLine::answer)
        .doesNotContain(ChecklistLine.Answer.FAIL);
  }

  private static List<AuditFinding> audit(String containers) {
    return audits(containers).findings(Check.LIVENESS_KILLS_DRAIN);
  }

  private static Audits audits(String containers) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: worker}
            spec:
              terminationGracePeriodSeconds: 150
              CONTAINERS
            """
                .replace("CONTAINERS", containers))
        .task("export", 120);
  }
}
