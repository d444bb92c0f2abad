package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which messages KEDA's trigger for RabbitMQ counts. */
class QueueTriggersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "protocol: amqp",
        "host: 'amqps://broker'",
        "protocol: auto, host: 'amqp://broker'",
        "protocol: http, excludeUnacknowledged: \"true\"",
        "hostFromEnv: HOST, excludeUnacknowledged: \"true\"",
      })
  void workInFlightIsNotCounted(String metadata) {
    List<AuditFinding> found = scaledObject(metadata);

    assertThat(found).extracting(AuditFinding::check).containsExactly(Check.KEDA_FIGURES);
    assertThat(found.get(0).level()).isEqualTo(Level.WARNING);
    assertThat(found.get(0).message()).endsWith("work in flight looks like none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "protocol: http",
        "host: 'https://broker'",
        "protocol: http, hostFromEnv: HOST, excludeUnacknowledged: \"false\"",
      })
  void workInFlightIsCounted(String metadata) {
    assertThat(scaledObject(metadata)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hostFromEnv: HOST", "protocol: auto", "queueName: q"})
  void aHostInASecretIsUnknown(String metadata) {
    assertThat(scaledObject(metadata))
        .extracting(AuditFinding::check)
        .containsExactly(Check.UNKNOWN);
  }

  @Test
  void aScaledJobStartsTooFew() {
    assertThat(scaledJob("", "protocol: amqp"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.level()).isEqualTo(Level.NOTE);
              assertThat(it.message()).contains("too few are started");
            });
    assertThat(scaledJob("scalingStrategy: {strategy: default}", "protocol: amqp")).hasSize(1);
    assertThat(scaledJob("scalingStrategy: {strategy: accurate}", "protocol: amqp")).isEmpty();
    assertThat(scaledJob("", "protocol: http")).isEmpty();
  }

  private static List<AuditFinding> scaledObject(String metadata) {
    return found(
        """
        apiVersion: keda.sh/v1alpha1
        kind: ScaledObject
        metadata: {name: worker}
        spec:
          scaleTargetRef: {name: worker}
          minReplicaCount: 1
          maxReplicaCount: 2
          triggers: [{type: cpu}, {type: rabbitmq, metadata: {METADATA}}]
        """
            .replace("METADATA", metadata));
  }

  private static List<AuditFinding> scaledJob(String strategy, String metadata) {
    return found(
            """
            apiVersion: keda.sh/v1alpha1
            kind: ScaledJob
            metadata: {name: worker}
            spec:
              jobTargetRef: {template: {spec: {containers: [{name: main, command: [w]}]}}}
              rollout: {strategy: gradual}
              STRATEGY
              triggers: [{type: rabbitmq, metadata: {METADATA}}]
            """
                .replace("STRATEGY", strategy)
                .replace("METADATA", metadata))
        .stream()
        .filter(it -> it.check() == Check.KEDA_FIGURES)
        .toList();
  }

  private static List<AuditFinding> found(String yaml) {
    return new Audits().manifest(yaml).task("export", 60).findings();
  }
}
