package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.chain.NodeDeclaration;
import dev.sluice.chain.NodeProfile;
import dev.sluice.chain.TaskLimit;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalsTest {
  private static final String PIPELINE = Pipelines.withLimit("2m");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ name: p, handler: job }",
        "{ name: p, handler: job, limits: }",
        "{ name: p, handler: job, limits: { job: } }",
        "{ name: p, handler: job, limits: { job: { checkpointEvery: 5s } } }",
        "{ name: p, handler: job, limits: { other: { limit: 5s } } }",
        "{ name: p, kinds: { a: job } }",
        "{ name: p, kinds: { a: other, b: job, c: \"${C}\" }, limits: { other: { limit: 5s } } }"
      })
  void aMissingLimitIsRefusedWithTheHintToAskTheWorker(String pipeline) {
    Release release = Release.of("apiVersion: sluice.dev/v1\npipeline: " + pipeline + "\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining(
            "pipeline.limits.job.limit is missing: the grace period is computed from it; run"
                + " `worker describe -c pipeline.yaml`");
  }

  @Test
  void aPipelineWithoutAnyLimitIsRefusedWhateverItsHandlerIsCalled() {
    Release release =
        Release.of("apiVersion: sluice.dev/v1\npipeline: { name: p, handler: \"${HANDLER}\" }\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining("pipeline.limits.${HANDLER}.limit is missing");
  }

  @Test
  void aHandlerNamedByThePodsEnvironmentIsGivenTheLargestLimit() {
    Manifests manifests = Release.of(PIPELINE).set("pipeline.handler", "${HANDLER}").render();

    assertThat(manifests.env("SLUICE_GRACE_PERIOD_SECONDS")).contains("150");
  }

  @Test
  void aCheckpointBeyondTheLimitIsRefusedInTheWorkersWords() {
    Throwable workers =
        catchThrowable(
            () -> new TaskLimit("job", Duration.ofMinutes(2), Optional.of(Duration.ofMinutes(3))));
    Release release = Release.of(PIPELINE).set("pipeline.limits.job.checkpointEvery", "3m");

    assertThatThrownBy(release::render).hasMessageContaining(workers.getMessage());
  }

  @ParameterizedTest
  @EnumSource(
      value = NodeProfile.class,
      names = {"KARPENTER", "KUBELET"})
  void aProfileWithoutItsFigureIsRefusedInTheWorkersWords(NodeProfile profile) {
    Throwable workers =
        catchThrowable(
            () ->
                new NodeDeclaration(profile, Optional.empty(), Optional.empty(), Optional.empty())
                    .resolve());
    Release release = Release.of(PIPELINE).set("node.profile", profile.label());

    assertThatThrownBy(release::render).hasMessageContaining(workers.getMessage());
  }

  @Test
  void anUnknownProfileIsRefusedInTheWorkersWords() {
    Throwable workers = catchThrowable(() -> NodeProfile.parse("spot"));
    Release release = Release.of(PIPELINE).set("node.profile", "spot");

    assertThatThrownBy(release::render).hasMessageContaining(workers.getMessage());
  }

  @Test
  void kubeletFiguresTheWrongWayRoundAreRefused() {
    Release release =
        Release.of(PIPELINE + "node: { kubelet: { shutdownGracePeriod: 10s, critical: 20s } }\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining(
            "node.kubelet.critical is above node.kubelet.shutdownGracePeriod (20s > 10s)");
  }

  @Test
  void everyWaitOfASupervisorIsReadStrictly() {
    Release release =
        Release.of(PIPELINE + "supervisor: { enabled: true, otherGroupWaits: [5, 1x] }\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining("supervisor.otherGroupWaits[1]: \"1x\" is not a duration");
  }

  @Test
  void aPreStopHookIsRefusedWhereKubernetesCannotSleep() {
    Release release = Release.of(PIPELINE + "shutdown: { preStop: 5s }\n").onKubernetes("1.29.4");

    assertThatThrownBy(release::render)
        .hasMessageContaining("shutdown.preStop: 5 s need Kubernetes 1.30 or later");
  }

  @Test
  void withoutAPreStopHookTheOldestKubernetesWillDo() {
    assertThat(Release.of(PIPELINE).onKubernetes("1.29.0").render().objects()).hasSize(3);
  }

  @Test
  void anOlderKubernetesIsRefused() {
    assertThatThrownBy(Release.of(PIPELINE).onKubernetes("1.28.9")::render)
        .hasMessageContaining("1.29");
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "http", "${PORT}"})
  void aPortTheProbesCannotAskIsRefused(String port) {
    Release release = Release.of(PIPELINE + "management: { port: \"" + port + "\" }\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining("management.port: \"" + port + "\" is not a port from 1 to 65535");
  }

  @Test
  void aVariableOfTheChartCannotBeSetFromOutside() {
    Release release =
        Release.of(PIPELINE + "env: [{ name: SLUICE_GRACE_PERIOD_SECONDS, value: \"1\" }]\n");

    assertThatThrownBy(release::render)
        .hasMessageContaining("env: SLUICE_GRACE_PERIOD_SECONDS is set by the chart itself");
  }

  @ParameterizedTest
  @CsvSource({
    "'shutdown: { comit: 5s }',comit",
    "'node: { profil: aws-spot }',profil",
    "'replica: 3',replica",
    "'replicas: -1',replicas",
    "'command: java',command",
    "'image: { repository: \"\" }',repository"
  })
  void aMistypedKeyOrValueIsRefusedNamingIt(String values, String named) {
    assertThatThrownBy(Release.of(PIPELINE, values)::render).hasMessageContaining(named);
  }

  @Test
  void anotherVersionOfTheFileIsRefused() {
    assertThatThrownBy(Release.of(PIPELINE, "apiVersion: sluice.dev/v2")::render)
        .hasMessageContaining("apiVersion");
  }

  @Test
  void aReleaseWithoutAPipelineIsRefused() {
    assertThatThrownBy(Release.of("replicas: 1")::render).hasMessageContaining("pipeline");
  }
}
