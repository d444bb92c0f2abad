package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  private static final String ORDERS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: orders
        namespace: shop
        labels: { app: ignored }
      spec:
        replicas: 3
        template:
          metadata:
            labels: { app: orders }
          spec:
            terminationGracePeriodSeconds: 300
            initContainers:
              - name: migrate
                image: shop/migrate:4
              - name: proxy
                image: envoy:v1
                restartPolicy: Always
            containers:
              - name: main
                image: shop/orders:4
              - name: metrics
                image: exporter:1
      """;

  @Test
  void readsADeploymentWithItsContainersInOrder() {
    Manifests read = Yaml.manifests(ORDERS);
    assertThat(read.problems()).isEmpty();
    assertThat(read.others()).isEmpty();
    Workload orders = read.workloads().get(0);
    assertThat(orders.place().toString()).isEqualTo("shop/Deployment/orders");
    assertThat(orders.at()).isEqualTo(new Position(Yaml.FILE, 1, 1));
    assertThat(orders.labels()).containsOnlyKeys("app").containsEntry("app", "orders");
    assertThat(orders.containers())
        .extracting(it -> it.name() + " " + it.role())
        .containsExactly("migrate INIT", "proxy SIDECAR", "main MAIN", "metrics MAIN");
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, StatefulSet, true",
    "apps/v1, DaemonSet, true",
    "apps/v1, ReplicaSet, true",
    "extensions/v1beta1, Deployment, true",
    "v1, ReplicationController, true",
    "batch/v1, Job, false",
    "argoproj.io/v1alpha1, Rollout, true",
    "apps.openshift.io/v1, DeploymentConfig, true",
  })
  void readsWhatHasItsTemplateInTheSpec(String apiVersion, String kind, boolean longRunning) {
    Workload read =
        Yaml.workload(
            ORDERS.replace("apps/v1", apiVersion).replace("kind: Deployment", "kind: " + kind));
    assertThat(read.kind()).isEqualTo(kind);
    assertThat(read.longRunning()).isEqualTo(longRunning);
    assertThat(GracePeriod.of(read).granted()).contains(300L);
  }

  @Test
  void readsACronJobAScaledJobAndABarePod() {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: batch/v1
            kind: CronJob
            metadata: { name: nightly }
            spec:
              schedule: "0 3 * * *"
              jobTemplate:
                spec:
                  template:
                    metadata: { labels: { app: nightly } }
                    spec:
                      terminationGracePeriodSeconds: 60
                      containers: [{ name: main, image: a }]
            ---
            apiVersion: keda.sh/v1alpha1
            kind: ScaledJob
            metadata: { name: export }
            spec:
              jobTargetRef:
                activeDeadlineSeconds: 600
                template:
                  spec:
                    terminationGracePeriodSeconds: 61
                    containers: [{ name: main, image: a }]
            ---
            apiVersion: v1
            kind: Pod
            metadata: { generateName: debug-, labels: { app: debug } }
            spec:
              terminationGracePeriodSeconds: 62
              containers: [{ name: main, image: a }]
            """);
    assertThat(read.problems()).isEmpty();
    assertThat(read.workloads())
        .extracting(it -> it.place() + " " + GracePeriod.of(it).text() + " " + it.labels())
        .containsExactly(
            "CronJob/nightly 60 s {app=nightly}",
            "ScaledJob/export 61 s {}",
            "Pod/debug-* 62 s {app=debug}");
  }

  @Test
  void keepsOtherObjectsByTheirKinds() {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: { name: orders, namespace: shop }
            ---
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            shutdownGracePeriod: 60s
            ---
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: { name: of-another-group }
            ---
            apiVersion: argoproj.io/v1alpha1
            kind: Rollout
            metadata: { name: points-elsewhere }
            spec: { workloadRef: { kind: Deployment, name: orders } }
            """);
    assertThat(read.workloads()).isEmpty();
    assertThat(read.problems()).isEmpty();
    assertThat(read.of("PodDisruptionBudget"))
        .extracting(it -> it.place().toString())
        .containsExactly("shop/PodDisruptionBudget/orders");
    assertThat(read.of("KubeletConfiguration")).hasSize(1);
    assertThat(read.of("Job")).hasSize(1);
    assertThat(read.of("Rollout")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "~",
        "text",
        "[]",
        "- a: 1",
        "replicaCount: 3",
        "source: { kafka: {} }\npipeline: { limits: { a: 1s } }",
        "kind: Deployment",
        "kind: Kustomization\nresources: []",
        "apiVersion: v2\nname: chart\nversion: 1.0.0",
        "apiVersion: 1\nkind: { a: b }",
      })
  void passesOverWhatIsNoObject(String document) {
    Manifests read = Yaml.manifests(document);
    assertThat(read.workloads()).isEmpty();
    assertThat(read.others()).isEmpty();
    assertThat(read.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          metadata: { name: a }                                        | 1 | spec is missing
          metadata: { name: a }, spec: { replicas: 3 }                 | 1 | spec.template is missing
          metadata: { name: a }, spec: []                              | 1 | spec is missing or no mapping
          metadata: { name: a }, spec: { template: { spec: 5 } }       | 1 | spec.template.spec is missing
          metadata: { name: a }, spec: { template: { spec: {} } }      | 1 | spec.template.spec.containers is missing
          metadata: { name: a }, spec: { template: { spec: { containers: {} } } } | 1 | containers is missing, empty or no list
          metadata: { name: a }, spec: { template: { spec: { containers: [5] } } } | 1 | containers[0] is no container
          metadata: [], spec: { template: { spec: { containers: [{ name: b }] } } } | 1 | metadata.name is missing
          metadata: { name: a }, spec: { template: { spec: { containers: [{ image: b }] } } } | 1 | containers[0] has no name
          metadata: { name: a }, spec: { template: { spec: { containers: [{ name: b, command: sleep 5 }] } } } | 1 | command must be a list
          """)
  void saysWhatIsWrongWithAWorkloadAndWhere(String rest, int line, String message) {
    Manifests read = Yaml.manifests("{ apiVersion: apps/v1, kind: Deployment, " + rest + " }");
    assertThat(read.problems())
        .anyMatch(it -> it.message().contains(message))
        .allMatch(it -> it.at().line() == line)
        .allMatch(it -> it.message().contains("Deployment"));
    assertThat(read.others()).isEmpty();
  }

  @Test
  void aBrokenWorkloadHidesNoOther() {
    Manifests read =
        Yaml.manifests("apiVersion: apps/v1\nkind: Deployment\nspec: {}\n---\n" + ORDERS);
    assertThat(read.problems())
        .extracting(Object::toString)
        .containsExactly("test.yaml:1: a Deployment: metadata.name is missing");
    assertThat(read.workloads()).hasSize(1);
  }

  @Test
  void aWorkloadThatLacksOnlyItsApiVersionIsNotPassedOver() {
    assertThat(Yaml.manifests(ORDERS.replace("apiVersion: apps/v1\n", "")).problems())
        .extracting(Object::toString)
        .containsExactly("test.yaml:1: a Deployment without apiVersion, which kubectl refuses");
  }
}
