package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManifestModelsTest {

  @Test
  void theSmallestReleaseIsValid() {
    assertThat(KubernetesModels.mistakes(Release.of(Pipelines.withLimit("2m")).render())).isEmpty();
  }

  @Test
  void aReleaseThatUsesEveryKnobIsValid() {
    Manifests manifests =
        Release.of(Pipelines.FLIGHTS, Everything.VALUES)
            .set("shutdown.preStop", "5s")
            .set("node.profile", "cluster-autoscaler")
            .render();

    assertThat(KubernetesModels.mistakes(manifests)).isEmpty();
    assertThat(manifests.worker().at("image").text()).isEqualTo("registry.example/worker:1.5");
    assertThat(manifests.the("Deployment").at("spec", "replicas").number()).isZero();
    assertThat(manifests.env("JAVA_TOOL_OPTIONS")).contains("-XX:MaxRAMPercentage=70");
    assertThat(manifests.pod().at("spec", "serviceAccountName").text()).isEqualTo("loader");
    assertThat(manifests.pod().at("spec", "tolerations", 0, "key").text()).isEqualTo("spot");
    assertThat(manifests.worker().at("resources", "limits", "memory").text()).isEqualTo("1Gi");
    assertThat(manifests.worker().at("volumeMounts").items()).hasSize(3);
    assertThat(manifests.pod().at("spec", "volumes").items()).hasSize(3);
  }

  @Test
  void noServiceAccountIsMadeWhenAnotherOneIsUsed() {
    Manifests manifests =
        Release.of(Pipelines.FLIGHTS, "serviceAccount: { create: false, name: shared }").render();

    assertThat(manifests.objects())
        .extracting(object -> object.at("kind").text())
        .containsExactlyInAnyOrder("ConfigMap", "Deployment");
    assertThat(manifests.pod().at("spec", "serviceAccountName").text()).isEqualTo("shared");
  }

  @Test
  void theComparisonFindsMistakes() {
    Manifests wrong =
        Manifests.parse(
            """
            kind: Deployment
            spec:
              replicas: "1"
              template:
                spec:
                  containers:
                    - { name: worker, livenessprobe: {} }
                  terminationGracePeriodSeconds: 1.5
            ---
            kind: Widget
            """);

    assertThat(KubernetesModels.mistakes(wrong))
        .containsExactlyInAnyOrder(
            "Deployment.spec.selector: wants a value, has null",
            "Deployment.spec.replicas: wants whole number, has 1",
            "Deployment.spec.template.spec.containers[0].livenessprobe: unknown field of"
                + " V1Container",
            "Deployment.spec.template.spec.terminationGracePeriodSeconds: wants whole number, has"
                + " 1.5",
            "Widget: no model is known for this kind");
  }
}
