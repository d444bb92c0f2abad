package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many pods an autoscaler may stop at once. */
class ScaleDownTest {
  private static final String SCALED_OBJECT =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata: {name: worker, namespace: shop}
      spec: {scaleTargetRef: {name: worker}, maxReplicaCount: 20}
      """;
  private static final String ITS_AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: keda-hpa-worker
        namespace: shop
        ownerReferences: [{kind: ScaledObject, name: worker, controller: true}]
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
        maxReplicas: 20
      """;

  @Test
  void theAutoscalerThatKedaMadeIsNotReportedAgain() {
    assertThat(found(new Audits().manifest(SCALED_OBJECT).manifest(ITS_AUTOSCALER)))
        .singleElement()
        .satisfies(it -> assertThat(it.place()).hasToString("shop/ScaledObject/worker"));
    assertThat(found(new Audits().manifest(ITS_AUTOSCALER))).hasSize(1);
    assertThat(
            found(
                new Audits()
                    .manifest(SCALED_OBJECT.replace("shop", "other"))
                    .manifest(ITS_AUTOSCALER)))
        .hasSize(2);
  }

  private static List<AuditFinding> found(Audits audits) {
    return audits.findings(Check.SCALE_DOWN_AT_ONCE);
  }
}
