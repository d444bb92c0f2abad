package dev.sluice.audit.rules;

import static dev.sluice.audit.rules.Reported.by;
import static dev.sluice.audit.rules.Reported.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.Check;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the cluster does with pods: budgets, autoscalers, replicas. */
class ClusterRulesTest {
  private static final String WORKER = deployment("[worker]");

  private static Audits worker(String... objects) {
    Audits audits = new Audits().manifest(WORKER);
    for (String object : objects) {
      audits.manifest(object);
    }
    return audits;
  }

  private static String budget(String name, String spec) {
    return """
    apiVersion: policy/v1
    kind: PodDisruptionBudget
    metadata: {name: NAME}
    spec:
      selector: {matchLabels: {app: w}}
      SPEC
    """
        .replace("NAME", name)
        .replace("SPEC", spec);
  }

  private static String hpa(String name, String spec) {
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: NAME}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: w}
    """
            .replace("NAME", name)
        + spec.indent(2);
  }

  private static String keda(String spec) {
    return """
    apiVersion: keda.sh/v1alpha1
    kind: ScaledObject
    metadata: {name: k}
    spec:
      scaleTargetRef: {name: w}
    """
        + spec.indent(2);
  }

  @Test
  void aWorkloadWithoutABudget() {
    String message = " manifest.yaml:1 no PodDisruptionBudget among the files selects its pods";
    assertThat(by(Check.NO_DISRUPTION_BUDGET, worker())).containsExactly("WARNING" + message);
    assertThat(
            by(
                Check.NO_DISRUPTION_BUDGET,
                new Audits().manifest(WORKER.replace("replicas: 3", "replicas: 1"))))
        .containsExactly("NOTE" + message);
    assertThat(by(Check.NO_DISRUPTION_BUDGET, worker(budget("b", "maxUnavailable: 1")))).isEmpty();
    assertThat(
            by(
                Check.NO_DISRUPTION_BUDGET,
                worker(budget("b", "maxUnavailable: 1").replace("app: w", "app: x"))))
        .hasSize(1);
    assertThat(
            by(
                Check.NO_DISRUPTION_BUDGET,
                new Audits().manifest(WORKER.replace("Deployment", "DaemonSet"))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "maxUnavailable: 0, maxUnavailable is 0",
    "maxUnavailable: 0%, maxUnavailable is 0%",
    "maxUnavailable: 1,",
    "maxUnavailable: 1%,",
    "minAvailable: 100%, minAvailable is 100%",
    "minAvailable: 3, minAvailable 3 of 3 replicas",
    "minAvailable: 4, minAvailable 4 of 3 replicas",
    "minAvailable: 2,",
    "minAvailable: 67%, minAvailable 67% of 3 replicas",
    "minAvailable: 66%,",
    "minAvailable: '{{ x }}',",
  })
  void aBudgetThatBlocksEveryDrain(String spec, String why) {
    assertThat(by(Check.BUDGET_BLOCKS_DRAINS, worker(budget("b", spec))))
        .isEqualTo(
            why == null
                ? List.of()
                : List.of(
                    "WARNING manifest.yaml:19 PodDisruptionBudget b allows no eviction: " + why));
  }

  @Test
  void twoBudgetsForTheSamePods() {
    assertThat(
            by(
                Check.BUDGET_BLOCKS_DRAINS,
                worker(budget("a", "maxUnavailable: 1"), budget("b", "maxUnavailable: 1"))))
        .containsExactly(
            "WARNING manifest.yaml:21 2 PodDisruptionBudgets select the same pods: the eviction API"
                + " refuses every eviction then");
  }

  @Test
  void replicasThatAnAutoscalerOwns() {
    assertThat(by(Check.REPLICAS_OWNED_TWICE, worker(hpa("h", "maxReplicas: 9"))))
        .containsExactly(
            "WARNING manifest.yaml:5 replicas is 3, and HorizontalPodAutoscaler h (manifest.yaml:14)"
                + " sets it too");
    assertThat(by(Check.REPLICAS_OWNED_TWICE, worker(keda("maxReplicaCount: 9"))))
        .containsExactly(
            "WARNING manifest.yaml:5 replicas is 3, and ScaledObject k (manifest.yaml:14) sets it"
                + " too");
    String unowned = WORKER.replace("  replicas: 3\n", "");
    assertThat(
            by(
                Check.REPLICAS_OWNED_TWICE,
                new Audits().manifest(unowned).manifest(hpa("h", "maxReplicas: 9"))))
        .isEmpty();
    assertThat(
            by(
                Check.REPLICAS_OWNED_TWICE,
                worker(hpa("h", "maxReplicas: 9").replace("name: w}", "name: other}"))))
        .isEmpty();
    assertThat(
            by(
                Check.REPLICAS_OWNED_TWICE,
                new Audits()
                    .manifest(unowned)
                    .manifest(hpa("h", "maxReplicas: 9"))
                    .manifest(keda("maxReplicaCount: 9"))))
        .containsExactly(
            "WARNING manifest.yaml:20 2 autoscalers set its replicas: HorizontalPodAutoscaler h,"
                + " ScaledObject k");
  }

  @Test
  void recreateIsNoted() {
    assertThat(
            by(
                Check.RECREATE,
                new Audits().manifest(WORKER.replace("replicas: 3", "strategy: {type: Recreate}"))))
        .containsExactly("NOTE manifest.yaml:5 strategy is Recreate");
    assertThat(by(Check.RECREATE, worker())).isEmpty();
  }

  @Test
  void onePodOfSurplusIsNoCrowd() {
    assertThat(by(Check.SCALE_DOWN_AT_ONCE, worker(hpa("h", "maxReplicas: 2")))).isEmpty();
    assertThat(by(Check.SCALE_DOWN_AT_ONCE, worker(hpa("h", "maxReplicas: 3")))).hasSize(1);
    assertThat(by(Check.SCALE_DOWN_AT_ONCE, worker(keda("maxReplicaCount: 1")))).isEmpty();
    assertThat(by(Check.SCALE_DOWN_AT_ONCE, worker(keda(""))))
        .containsExactly(
            "WARNING manifest.yaml:14 spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown"
                + " is not set: after 300 s of less load all surplus may go within 15 s (up to 100"
                + " pods)");
  }

  @Test
  void aCooldownThatIsShorterThanTheWork() {
    assertThat(by(Check.KEDA_FIGURES, worker(keda("cooldownPeriod: 59")).task("export", 60)))
        .containsExactly(
            "WARNING manifest.yaml:19 cooldownPeriod 59 < 60 s of work: the last pod is stopped while"
                + " it may still work on what it took");
    assertThat(by(Check.KEDA_FIGURES, worker(keda("cooldownPeriod: 60")).task("export", 60)))
        .isEmpty();
    assertThat(by(Check.KEDA_FIGURES, worker(keda("cooldownPeriod: 5")))).isEmpty();
    assertThat(by(Check.KEDA_FIGURES, worker(keda("")).task("export", 301)))
        .containsExactly(
            "WARNING manifest.yaml:14 cooldownPeriod 300 (KEDA's default) < 301 s of work: the last"
                + " pod is stopped while it may still work on what it took");
    assertThat(by(Check.KEDA_FIGURES, worker(keda("")).task("export", 300))).isEmpty();
  }

  @Test
  void aCooldownMattersOnlyOnTheWayToNone() {
    String one = "cooldownPeriod: 5\nminReplicaCount: 1\n";
    assertThat(by(Check.KEDA_FIGURES, worker(keda(one)).task("export", 60))).isEmpty();
    assertThat(by(Check.KEDA_FIGURES, worker(keda(one + "idleReplicaCount: 0")).task("export", 60)))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{protocol: amqp}; true",
        "{host: 'amqp://q:5672/'}; true",
        "{host: 'http://q:15672/'}; false",
        "{protocol: http, host: 'amqp://q'}; false",
        "{protocol: auto}; false",
        "{hostFromEnv: HOST}; false",
      })
  void aTriggerThatCountsReadyMessagesOnly(String metadata, boolean found) {
    String trigger = "triggers:\n  - type: rabbitmq\n    metadata: " + metadata;

    assertThat(by(Check.KEDA_FIGURES, worker(keda(trigger))))
        .isEqualTo(
            found
                ? List.of(
                    "WARNING manifest.yaml:20 the rabbitmq trigger asks over amqp, which counts ready"
                        + " messages only: work in flight looks like none")
                : List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rollout: {strategy: gradual};",
        "rollout: {strategy: default}; 5 rollout.strategy is default",
        "pollingInterval: 5; 1 rollout.strategy is not set (KEDA's default)",
        "rolloutStrategy: gradual;",
      })
  void aRolloutThatEndsRunningJobs(String line, String what) {
    Audits job =
        new Audits()
            .manifest(
                """
                apiVersion: keda.sh/v1alpha1
                kind: ScaledJob
                metadata: {name: j}
                spec:
                  LINE
                  jobTargetRef: {template: {spec: {containers: [{name: m, command: [worker]}]}}}
                """
                    .replace("LINE", line));

    assertThat(by(Check.SCALED_JOB_ROLLOUT, job))
        .isEqualTo(
            what == null
                ? List.of()
                : List.of("ERROR manifest.yaml:" + what + ": an update ends the jobs that run"));
  }
}
