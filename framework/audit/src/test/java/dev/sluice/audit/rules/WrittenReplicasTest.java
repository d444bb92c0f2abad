package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster fills replicas in; only what somebody wrote fights with an autoscaler. */
class WrittenReplicasTest {
  private static final String APPLIED =
      "annotations: {kubectl.kubernetes.io/last-applied-configuration: '{\"spec\":SPEC}'}";
  private static final String OWNED =
      "managedFields: [{manager: m, operation: OPERATION, fieldsV1: {f:spec: {f:replicas: {}}}}]";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uid: 5f0c",
        "uid: 5f0c, annotations: {kubectl.kubernetes.io/last-applied-configuration: 'no {json'}",
      })
  void whereNothingTellsThereIsNoFinding(String metadata) {
    assertThat(found(metadata, "")).isEmpty();
    assertThat(found("name: w", "status: {replicas: 7}")).isEmpty();
    assertThat(found("uid: 5f0c, " + APPLIED.replace("SPEC", "{}"), "")).isEmpty();
    // Defaults are owned by whoever created the object.
    assertThat(found(OWNED.replace("OPERATION", "Update"), "")).isEmpty();
    assertThat(found(OWNED.replace("OPERATION", "Apply, subresource: scale"), "")).isEmpty();
  }

  @Test
  void aManifestItselfTells() {
    assertThat(found("labels: {}", "status: {}"))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).startsWith("replicas is 7, and Horizontal"));
  }

  @Test
  void whatWasAppliedTells() {
    assertThat(found("uid: 5f0c, " + APPLIED.replace("SPEC", "{\"replicas\":3}"), ""))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).startsWith("the manifest that was last applied"));
    assertThat(found(OWNED.replace("OPERATION", "Apply"), ""))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).startsWith("a server-side apply sets replicas"));
  }

  private static List<AuditFinding> found(String metadata, String status) {
    return new Audits()
        .manifest(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: w, METADATA}
            spec:
              replicas: 7
              template: {spec: {containers: [{name: main, command: [worker]}]}}
            STATUS
            """
                .replace("METADATA", metadata)
                .replace("STATUS", status))
        .manifest(
            """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: w}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: w}
              maxReplicas: 50
            """)
        .findings(Check.REPLICAS_OWNED_TWICE);
  }
}
