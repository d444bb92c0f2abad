package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that the API server refuses where they stand, or with the value they have. */
class RefusedFieldsTest {
  @ParameterizedTest
  @CsvSource({
    "'livenessProbe: {terminationGracePeriodSeconds: 0}', Seconds is 0; Kubernetes takes 1 or more",
    "'startupProbe: {terminationGracePeriodSeconds: 0}', Seconds is 0; Kubernetes takes 1 or more",
    "'readinessProbe: {terminationGracePeriodSeconds: 60}', is not allowed in a readinessProbe",
  })
  void probesAreRefused(String probe, String message) {
    Audits audits = pod("", probe);

    assertThat(audits.findings(Check.INVALID_VALUE))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains(message));
    assertThat(audits.findings(Check.PROBE_GRACE_SHORTER)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "livenessProbe: {terminationGracePeriodSeconds: 1}",
        "livenessProbe: {periodSeconds: 0}",
        "readinessProbe: {periodSeconds: 0, terminationGracePeriodSeconds: null}",
      })
  void othersAreTaken(String probe) {
    assertThat(pod("", probe).findings(Check.INVALID_VALUE)).isEmpty();
  }

  @Test
  void aPeriodOfZeroIsTheDefault() {
    String probe = "{httpGet: {path: /, port: 80}, periodSeconds: 0, failureThreshold: 2}";

    assertThat(
            pod("", "readinessProbe: " + probe + ", livenessProbe: " + probe)
                .task("export", 21)
                .findings(Check.LIVENESS_KILLS_DRAIN))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("after 20 s the drain of up to 21 s"));
  }

  @Test
  void aPodTakesADeadlineFromOneSecondOn() {
    assertThat(pod("activeDeadlineSeconds: 0,", "").findings(Check.INVALID_VALUE))
        .extracting(AuditFinding::message)
        .containsExactly("activeDeadlineSeconds is 0; Kubernetes takes 1 or more");
    Audits one = pod("activeDeadlineSeconds: 1,", "");
    assertThat(one.findings(Check.INVALID_VALUE)).isEmpty();
    assertThat(one.findings(Check.ACTIVE_DEADLINE))
        .extracting(AuditFinding::level)
        .containsExactly(Level.WARNING);
  }

  @ParameterizedTest
  @CsvSource({"Deployment,1", "StatefulSet,1", "DaemonSet,1", "Job,0"})
  void whatGoesOnTakesNoDeadlineInItsTemplate(String kind, int refused) {
    Audits audits =
        new Audits()
            .manifest(
                """
                apiVersion: GROUP/v1
                kind: KIND
                metadata: {name: worker}
                spec: {template: {spec: {activeDeadlineSeconds: 60, containers: [{name: main, command: [w]}]}}}
                """
                    .replace("KIND", kind)
                    .replace("GROUP", refused == 0 ? "batch" : "apps"))
            .task("export", 600, "main");

    assertThat(audits.findings(Check.INVALID_VALUE)).hasSize(refused);
    assertThat(audits.findings(Check.ACTIVE_DEADLINE)).hasSize(1 - refused);
  }

  private static Audits pod(String spec, String container) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: worker}
            spec: {SPEC containers: [{name: main, command: [w], CONTAINER}]}
            """
                .replace("SPEC", spec)
                .replace("CONTAINER", container.isEmpty() ? "image: a" : container));
  }
}
