package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTargetTest {
  private static final String ORDERS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: orders }
      spec: { template: { spec: { containers: [{ name: main }] } } }
      ---
      """;
  private static final String HPA = "apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler";
  private static final String KEDA = "apiVersion: keda.sh/v1alpha1, kind: ScaledObject";

  @ParameterizedTest
  @ValueSource(
      strings = {
        HPA + ", spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: orders } }",
        HPA + ", spec: { scaleTargetRef: { kind: Deployment, name: orders } }",
        HPA
            + ", spec: { scaleTargetRef: { apiVersion: extensions/v1beta1, kind: Deployment, name: orders } }",
        HPA
            + ", metadata: { namespace: default }, spec: { scaleTargetRef: { kind: Deployment, name: orders } }",
        KEDA + ", spec: { scaleTargetRef: { name: orders } }",
        KEDA
            + ", spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: orders } }",
      })
  void owns(String scaler) {
    assertThat(scalers(scaler)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HPA + ", spec: { scaleTargetRef: { name: orders } }",
        HPA + ", spec: { scaleTargetRef: { kind: StatefulSet, name: orders } }",
        HPA + ", spec: { scaleTargetRef: { kind: Deployment, name: other } }",
        HPA
            + ", spec: { scaleTargetRef: { apiVersion: example.com/v1, kind: Deployment, name: orders } }",
        HPA
            + ", metadata: { namespace: shop }, spec: { scaleTargetRef: { kind: Deployment, name: orders } }",
        HPA + ", spec: { scaleTargetRef: orders }",
        HPA,
        KEDA + ", spec: { scaleTargetRef: { kind: StatefulSet, name: orders } }",
        "apiVersion: autoscaling.k8s.io/v1, kind: VerticalPodAutoscaler, spec: { scaleTargetRef: { kind: Deployment, name: orders } }",
      })
  void doesNotOwn(String scaler) {
    assertThat(scalers(scaler)).isZero();
  }

  @Test
  void theAutoscalerThatKedaMadeIsNoSecondOwner() {
    Manifests read =
        Yaml.manifests(
            ORDERS
                + """
                apiVersion: keda.sh/v1alpha1
                kind: ScaledObject
                metadata: { name: orders, uid: k }
                spec: { scaleTargetRef: { name: orders } }
                ---
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata:
                  name: keda-hpa-orders
                  ownerReferences: [{ kind: ScaledObject, name: orders, uid: k, controller: true }]
                spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: orders } }
                """);
    assertThat(ScaleTarget.scalersOf(read.workloads().get(0), read.others()))
        .extracting(KubernetesObject::kind)
        .containsExactly("ScaledObject");
  }

  private static long scalers(String scaler) {
    Manifests read = Yaml.manifests(ORDERS + "{ " + scaler + " }");
    return ScaleTarget.scalersOf(read.workloads().get(0), read.others()).size();
  }
}
