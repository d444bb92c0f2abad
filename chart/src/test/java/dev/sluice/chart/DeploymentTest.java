package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.chart.Manifests.Node;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeploymentTest {

  @ParameterizedTest
  @CsvSource({
    "startupProbe,/health/started",
    "readinessProbe,/health/ready",
    "livenessProbe,/health/live"
  })
  void everyProbeAsksTheManagementPort(String probe, String path) {
    Manifests manifests = Release.of(Pipelines.FLIGHTS).render();

    assertThat(manifests.worker().at(probe, "httpGet").value())
        .isEqualTo(Map.of("path", path, "port", "management"));
    assertThat(manifests.worker().at("ports").value())
        .isEqualTo(List.of(Map.of("name", "management", "containerPort", 8080)));
  }

  @Test
  void noProbeReplacesTheGracePeriod() {
    Node worker = Release.of(Pipelines.FLIGHTS).render().worker();

    for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
      assertThat(worker.at(probe, "terminationGracePeriodSeconds").isAbsent()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"'',30,600", "'startup: 2m\n',120,600", "'startup: 1h\n',3600,3660"})
  void theStartupProbeOutlastsTheWorkersOwnBound(String startup, long seconds, long deadline) {
    Manifests manifests = Release.of(Pipelines.withLimit("2m") + startup).render();

    Node probe = manifests.worker().at("startupProbe");
    long allowed = probe.at("failureThreshold").number() * probe.at("periodSeconds").number();
    assertThat(allowed).isBetween(seconds + 5, seconds + 30);
    assertThat(manifests.the("Deployment").at("spec", "progressDeadlineSeconds").number())
        .isEqualTo(deadline);
  }

  @Test
  void thePortFollowsTheWorkersFile() {
    Manifests manifests =
        Release.of(Pipelines.withLimit("2m") + "management: { port: 9000 }\n").render();

    assertThat(manifests.worker().at("ports", 0, "containerPort").number()).isEqualTo(9000);
  }

  @Test
  void theWorkerIsTheFirstProcessAndReadsTheMountedFile() {
    Node worker = Release.of(Pipelines.FLIGHTS).render().worker();

    assertThat(worker.at("command").value())
        .isEqualTo(
            List.of("java", "-jar", "/app/worker.jar", "run", "-c", "/etc/sluice/pipeline.yaml"));
    assertThat(worker.at("volumeMounts", 0).value())
        .isEqualTo(Map.of("name", "config", "mountPath", "/etc/sluice", "readOnly", true));
  }

  @Test
  void theCommandCanBeReplaced() {
    Manifests manifests =
        Release.of(Pipelines.FLIGHTS, "command: [/usr/bin/supervisord, -n]\n").render();

    assertThat(manifests.worker().at("command").value())
        .isEqualTo(List.of("/usr/bin/supervisord", "-n"));
  }

  @Test
  void thereIsNoHookWithoutPreStop() {
    assertThat(Release.of(Pipelines.FLIGHTS).render().worker().at("lifecycle").isAbsent()).isTrue();
  }

  @Test
  void preStopSleepsWithoutAShell() {
    Manifests manifests =
        Release.of(Pipelines.withLimit("2m") + "shutdown: { preStop: 4500ms }\n").render();

    assertThat(manifests.worker().at("lifecycle").value())
        .isEqualTo(Map.of("preStop", Map.of("sleep", Map.of("seconds", 5))));
    assertThat(manifests.env("SLUICE_PRE_STOP_SECONDS")).contains("5");
  }

  @Test
  void onlyLayersThatExistAreGranted() {
    Manifests manifests = Release.of(Pipelines.FLIGHTS).render();

    assertThat(manifests.env("SLUICE_GRACE_PERIOD_SECONDS")).contains("45");
    assertThat(manifests.env("SLUICE_PRE_STOP_SECONDS")).contains("0");
    assertThat(manifests.env("SLUICE_STOPWAIT_SECONDS")).isEmpty();
    assertThat(manifests.env("SLUICE_NODE_LIMIT_SECONDS")).isEmpty();
  }

  @Test
  void aNodeCapAndASupervisorAreGranted() {
    Manifests manifests =
        Release.of(
                Pipelines.withLimit("1m"),
                "node: { profile: aws-spot }\nsupervisor: { enabled: true }\n")
            .render();

    assertThat(manifests.env("SLUICE_STOPWAIT_SECONDS")).contains("90");
    assertThat(manifests.env("SLUICE_GRACE_PERIOD_SECONDS")).contains("100");
    assertThat(manifests.env("SLUICE_NODE_LIMIT_SECONDS")).contains("120");
  }

  @Test
  void aRolloutNeverTakesAPodAwayFirst() {
    Node strategy = Release.of(Pipelines.FLIGHTS).render().the("Deployment").at("spec", "strategy");

    assertThat(strategy.value())
        .isEqualTo(
            Map.of(
                "type",
                "RollingUpdate",
                "rollingUpdate",
                Map.of("maxUnavailable", 0, "maxSurge", 1)));
  }

  @Test
  void theContainerRunsUnprivilegedOnAReadOnlyRoot() {
    Manifests manifests = Release.of(Pipelines.FLIGHTS).render();

    Node context = manifests.worker().at("securityContext");
    assertThat(context.at("readOnlyRootFilesystem").value()).isEqualTo(true);
    assertThat(context.at("allowPrivilegeEscalation").value()).isEqualTo(false);
    assertThat(manifests.pod().at("spec", "securityContext", "runAsNonRoot").value())
        .isEqualTo(true);
    assertThat(manifests.worker().at("volumeMounts", 1).value())
        .isEqualTo(Map.of("name", "tmp", "mountPath", "/tmp"));
  }

  @Test
  void theSelectorIsPartOfThePodsLabelsWhateverIsAdded() {
    Manifests manifests =
        Release.of(Pipelines.FLIGHTS, "podLabels: { team: ops, app.kubernetes.io/name: other }")
            .render();

    Node labels = manifests.pod().at("metadata", "labels");
    assertThat(manifests.the("Deployment").at("spec", "selector", "matchLabels").value())
        .isEqualTo(
            Map.of(
                "app.kubernetes.io/name",
                "sluice-worker",
                "app.kubernetes.io/instance",
                "flights"));
    assertThat(labels.value())
        .isEqualTo(
            Map.of(
                "app.kubernetes.io/name",
                "sluice-worker",
                "app.kubernetes.io/instance",
                "flights",
                "team",
                "ops"));
  }
}
