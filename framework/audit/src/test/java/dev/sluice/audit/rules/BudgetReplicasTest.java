package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.report.Checklist;
import dev.sluice.audit.report.ChecklistLine.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of how many replicas a disruption budget is judged, and which workloads need one. */
class BudgetReplicasTest {
  private static final String BUDGET =
      """
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: budget}
      spec: {FIGURE, selector: {matchLabels: {app: worker}}}
      """;
  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: worker}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
        FIGURES
      """;
  private static final String SCALED_OBJECT =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata: {name: worker}
      spec: {scaleTargetRef: {name: worker}, maxReplicaCount: 20}
      """;

  @ParameterizedTest
  @CsvSource({
    "'replicas: 0,', ",
    "'', NOTE",
    "'replicas: 1,', NOTE",
    "'replicas: 2,', WARNING",
    "'replicas: many,', WARNING",
  })
  void withoutABudgetTheWeightIsThatOfTheReplicas(String replicas, String level) {
    assertThat(
            workload("apps/v1", "Deployment", replicas)
                .findings(Check.NO_DISRUPTION_BUDGET)
                .stream()
                .map(it -> it.level().name()))
        .isEqualTo(level == null ? List.of() : List.of(level));
  }

  @Test
  void anAutoscalerDecidesBeforeWhatIsWritten() {
    Audits scaled = workload("apps/v1", "Deployment", "replicas: 0,").manifest(SCALED_OBJECT);
    assertThat(scaled.findings(Check.NO_DISRUPTION_BUDGET)).hasSize(1);
    assertThat(blocked("minAvailable: 1", "replicas: 1,", SCALED_OBJECT)).isEmpty();
    assertThat(blocked("maxUnavailable: 0", "replicas: 1,", SCALED_OBJECT)).hasSize(1);

    String most = "minReplicas: 3, maxReplicas: 9";
    assertThat(blocked("minAvailable: 2", "replicas: 2,", autoscaler(most))).isEmpty();
    assertThat(blocked("minAvailable: 3", "replicas: 9,", autoscaler(most)))
        .singleElement()
        .asString()
        .contains("allows no eviction: minAvailable 3 of 3 replicas, the autoscaler's minimum");
    assertThat(blocked("minAvailable: 1", "", autoscaler("maxReplicas: 9"))).hasSize(1);
  }

  @Test
  void withoutAnAutoscalerItIsWhatIsWrittenElseOne() {
    assertThat(blocked("minAvailable: 1", "", "")).hasSize(1);
    assertThat(blocked("minAvailable: 1", "replicas: 2,", "")).isEmpty();
    assertThat(blocked("minAvailable: 2", "replicas: 2,", "")).hasSize(1);
    assertThat(blocked("maxUnavailable: 0", "replicas: 0,", "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apps/v1 StatefulSet",
        "argoproj.io/v1alpha1 Rollout",
        "apps.openshift.io/v1 DeploymentConfig"
      })
  void eachThatDrainsEvictNeedsOne(String workload) {
    String[] kind = workload.split(" ", -1);
    assertThat(workload(kind[0], kind[1], "replicas: 2,").findings(Check.NO_DISRUPTION_BUDGET))
        .hasSize(1);
  }

  @Test
  void theChecklistPassesWhenEachHasOne() {
    String allowing = BUDGET.replace("FIGURE", "maxUnavailable: 10%");
    Audits one = workload("apps/v1", "Deployment", "replicas: 2,");
    assertThat(line(one)).isEqualTo(Answer.FAIL);
    assertThat(line(one.manifest(allowing))).isEqualTo(Answer.PASS);

    Audits other =
        one.manifest(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: other}
            spec: {replicas: 0, template: {spec: {containers: [{name: main, command: [w]}]}}}
            """);
    assertThat(line(other)).isEqualTo(Answer.UNKNOWN);
    assertThat(line(workload("apps/v1", "DaemonSet", "").manifest(allowing)))
        .isEqualTo(Answer.UNKNOWN);
  }

  private static Answer line(Audits audits) {
    return Checklist.of(Audit.of(audits.estate(), audits.findings(), List.of())).get(6).answer();
  }

  private static List<String> blocked(String budget, String replicas, String scaler) {
    Audits audits =
        workload("apps/v1", "Deployment", replicas).manifest(BUDGET.replace("FIGURE", budget));
    return (scaler.isEmpty() ? audits : audits.manifest(scaler))
        .findings(Check.BUDGET_BLOCKS_DRAINS).stream().map(it -> it.message()).toList();
  }

  private static String autoscaler(String figures) {
    return AUTOSCALER.replace("FIGURES", figures.replace(", ", "\n  "));
  }

  private static Audits workload(String group, String kind, String replicas) {
    return new Audits()
        .manifest(
            """
            apiVersion: GROUP
            kind: KIND
            metadata: {name: worker}
            spec: {REPLICAS template: {metadata: {labels: {app: worker}}, spec: {containers: [{name: main, command: [w]}]}}}
            """
                .replace("GROUP", group)
                .replace("KIND", kind)
                .replace("REPLICAS", replicas));
  }
}
