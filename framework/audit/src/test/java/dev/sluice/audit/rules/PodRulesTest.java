package dev.sluice.audit.rules;

import static dev.sluice.audit.rules.Reported.by;
import static dev.sluice.audit.rules.Reported.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.Check;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes, deadlines, queues and refused fields of pods. */
class PodRulesTest {

  private static Audits probes(String... lines) {
    return new Audits().manifest(deployment("[worker]", lines));
  }

  private static Audits job(String kind, String spec) {
    return new Audits()
        .manifest(
            "apiVersion: "
                + (kind.equals("ScaledJob") ? "keda.sh/v1alpha1" : "batch/v1")
                + "\nkind: "
                + kind
                + "\nmetadata: {name: j}\nspec:\n"
                + spec.indent(2));
  }

  @Test
  void aWorkerWithoutProbes() {
    assertThat(by(Check.NO_PROBES, probes()))
        .containsExactly("NOTE manifest.yaml:11 neither livenessProbe nor readinessProbe is set");
    assertThat(by(Check.NO_PROBES, probes("livenessProbe: {exec: {command: [a]}}"))).isEmpty();
    assertThat(by(Check.NO_PROBES, probes("readinessProbe: {exec: {command: [a]}}"))).isEmpty();
    assertThat(by(Check.NO_PROBES, probes("startupProbe: {exec: {command: [a]}}"))).hasSize(1);
    assertThat(
            by(
                Check.NO_PROBES,
                job("Job", "template: {spec: {containers: [{name: m, command: [worker]}]}}")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 30, false",
    "'', 31, true",
    "', periodSeconds: 20', 60, false",
    "', periodSeconds: 20', 61, true",
    "', failureThreshold: 6', 60, false",
    "', failureThreshold: 6, periodSeconds: 5', 30, false",
    "', failureThreshold: 6, periodSeconds: 5', 60, true",
  })
  void livenessThatAsksWhatReadinessAsks(String more, int need, boolean found) {
    String probe = "Probe: {httpGet: {path: /health, port: 80}";
    Audits audits =
        probes("readiness" + probe + "}", "liveness" + probe + more + "}").task("export", need);

    assertThat(by(Check.LIVENESS_KILLS_DRAIN, audits)).hasSize(found ? 1 : 0);
  }

  @Test
  void aDeadlineThatIsShorterThanTheWorkKills() {
    String pod = "template: {spec: {containers: [{name: m, command: [worker]}]}}";
    String deadline = "activeDeadlineSeconds: 59\n";
    String message = " activeDeadlineSeconds 59 < 60 s, what task export needs";

    assertThat(by(Check.ACTIVE_DEADLINE, job("Job", deadline + pod).task("export", 60)))
        .containsExactly("ERROR kills manifest.yaml:5" + message);
    assertThat(by(Check.ACTIVE_DEADLINE, job("Job", deadline + pod).task("export", 59))).isEmpty();
    assertThat(by(Check.ACTIVE_DEADLINE, job("Job", deadline + pod))).isEmpty();
    assertThat(
            by(
                Check.ACTIVE_DEADLINE,
                job("CronJob", "jobTemplate:\n  spec:\n" + (deadline + pod).indent(4))
                    .task("export", 60)))
        .containsExactly("ERROR kills manifest.yaml:7" + message);
    assertThat(
            by(
                Check.ACTIVE_DEADLINE,
                job("ScaledJob", "jobTargetRef:\n" + (deadline + pod).indent(2))
                    .task("export", 60)))
        .containsExactly("ERROR kills manifest.yaml:6" + message);
  }

  @Test
  void aQueueThatGivesWorkAwayTooSoon() {
    Audits audits = new Audits().manifest(deployment("[worker, --visibility-timeout=60]"));
    assertThat(by(Check.QUEUE_TIMEOUT, audits)).isEmpty();
    assertThat(by(Check.QUEUE_TIMEOUT, audits.task("export", 60)))
        .containsExactly(
            "ERROR manifest.yaml:12 --visibility-timeout is 60 s, the work of task export takes up"
                + " to 60 s");
    assertThat(audits.findings(Check.QUEUE_TIMEOUT).get(0).changes())
        .extracting(it -> it.text())
        .containsExactly(
            "raise --visibility-timeout above 60 s",
            "lower the task's limit below 60 s",
            "split the work into parts shorter than 60 s");
    assertThat(
            by(
                Check.QUEUE_TIMEOUT,
                new Audits()
                    .manifest(deployment("[worker, --visibility-timeout=61]"))
                    .task("export", 60)))
        .isEmpty();
    assertThat(
            by(
                Check.QUEUE_TIMEOUT,
                new Audits()
                    .manifest(deployment("[worker, --visibility-timeout=$(T)]"))
                    .task("export", 60)))
        .isEmpty();
  }

  @Test
  void aQueueTimeOutThatNobodyWroteIsAWarningOnly() {
    String celery = deployment("[celery, -A, p, -b, 'redis://q', worker]");
    assertThat(by(Check.QUEUE_TIMEOUT, new Audits().manifest(celery).task("export", 3600)))
        .containsExactly(
            "WARNING - celery visibility_timeout is 3600 s (default, not set (Celery's on Redis, if"
                + " broker_transport_options set none)), the work of task export takes up to 3600 s");
    assertThat(by(Check.QUEUE_TIMEOUT, new Audits().manifest(celery).task("export", 3599)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {"'30'; true", "30.5; true", "-1; true", "[30]; true", "30; false", "null; false"})
  void aFieldThatKubernetesRefuses(String value, boolean refused) {
    Audits audits =
        new Audits().manifest(deployment("[worker]").replace("Seconds: 100", "Seconds: " + value));

    assertThat(audits.findings(Check.INVALID_VALUE)).hasSize(refused ? 1 : 0);
  }
}
