package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({
    "'[{type: Pods, value: 48, periodSeconds: 60}]', (Pods 48) lets 48 of 48 surplus pods go within 60 s",
    "'[{type: Pods, value: 900}]', (Pods 900) lets 48 of 48 surplus pods go within one period",
    "'[{type: Pods, value: 44}]', (Pods 44) lets 44 of 48",
    "'[{type: Percent, value: 87}]', (Percent 87) lets 44 of 48",
    "'[{type: Percent, value: 100}, {type: Pods, value: 1}]', (Percent 100) lets 48 of 48",
    "'[{type: Percent, value: 999999999999999}]', lets 48 of 48",
    "'[]', has no policies",
  })
  void aPolicyThatTakesMostOfTheSurplusIsFound(String policies, String message) {
    assertThat(autoscaled("policies: " + policies, 60))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.level()).isEqualTo(Level.WARNING);
              assertThat(it.message()).contains(message);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policies: [{type: Pods, value: 43}]",
        "policies: [{type: Percent, value: 86}]",
        "policies: [{type: Pods, value: some}]",
        "selectPolicy: Min, policies: [{type: Percent, value: 100}, {type: Pods, value: 1}]",
        "selectPolicy: Disabled, stabilizationWindowSeconds: 0",
        "stabilizationWindowSeconds: 300, policies: [{type: Pods, value: 1}]",
      })
  void gentleOnesAreNot(String scaleDown) {
    assertThat(autoscaled(scaleDown, 300)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'stabilizationWindowSeconds: 299, ', 60, is 299, less than the default of 300 s",
    "'stabilizationWindowSeconds: 629, ', 630, is 629, less than the grace period of 630 s",
    "'', 301, is not set (300), less than the grace period of 301 s",
  })
  void aShortStabilizationIsANote(String window, int grace, String message) {
    assertThat(autoscaled(window + "policies: [{type: Pods, value: 1}]", grace))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.level()).isEqualTo(Level.NOTE);
              assertThat(it.message()).contains(message);
              assertThat(it.changes())
                  .asString()
                  .contains("stabilizationWindowSeconds " + Math.max(300, grace));
            });
  }

  private static List<AuditFinding> autoscaled(String scaleDown, int grace) {
    return found(
        new Audits()
            .manifest(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: worker}
                spec:
                  template:
                    spec:
                      terminationGracePeriodSeconds: GRACE
                      containers: [{name: main, command: [w]}]
                """
                    .replace("GRACE", String.valueOf(grace)))
            .manifest(
                """
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata: {name: worker}
                spec:
                  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
                  minReplicas: 2
                  maxReplicas: 50
                  behavior: {scaleDown: {SCALE_DOWN}}
                """
                    .replace("SCALE_DOWN", scaleDown)));
  }

  private static List<AuditFinding> found(Audits audits) {
    return audits.findings(Check.SCALE_DOWN_AT_ONCE);
  }
}
