package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.ScaleTarget;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** KEDA: figures of ScaledObjects, the rollout of ScaledJobs. */
final class KedaRule implements Rule {
  // KEDA's defaults (ScaledObject specification).
  private static final long COOLDOWN = 300;

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Map<String, List<Subject>> byName = new HashMap<>();
    for (Subject subject : estate.subjects()) {
      subject
          .workload()
          .ifPresent(
              it -> byName.computeIfAbsent(it.name(), key -> new ArrayList<>()).add(subject));
    }
    for (KubernetesObject scaler : estate.objects("ScaledObject")) {
      cooldown(byName, scaler, found);
      queueTrigger(scaler, found);
    }
    Rule.workloads(
        estate,
        workload -> {
          if (workload.kind().equals("ScaledJob")) {
            rollout(workload, found);
          }
        });
  }

  private static void cooldown(
      Map<String, List<Subject>> byName, KubernetesObject scaler, Consumer<AuditFinding> found) {
    long least = Numbers.at(scaler.document(), "spec", "minReplicaCount").orElse(0);
    OptionalLong idle = Numbers.at(scaler.document(), "spec", "idleReplicaCount");
    if (least > 0 && (idle.isEmpty() || idle.getAsLong() > 0)) {
      return;
    }
    Optional<Scalar> written = scaler.document().scalar("spec", "cooldownPeriod");
    long cooldown = Numbers.at(scaler.document(), "spec", "cooldownPeriod").orElse(COOLDOWN);
    long need = longest(byName, scaler);
    if (cooldown >= need) {
      return;
    }
    found.accept(
        AuditFinding.of(
            Check.KEDA_FIGURES,
            scaler.place(),
            Optional.of(written.map(Scalar::at).orElse(scaler.document().at())),
            "cooldownPeriod "
                + cooldown
                + (written.isPresent() ? "" : " (KEDA's default)")
                + " < "
                + need
                + " s of work: the last pod is stopped while it may still work on what it took",
            Change.raise("set cooldownPeriod to " + Math.max(COOLDOWN, need) + " or more"),
            Change.set("or keep minReplicaCount at 1")));
  }

  private static long longest(Map<String, List<Subject>> byName, KubernetesObject scaler) {
    Optional<ScaleTarget> target = ScaleTarget.of(scaler);
    return target.map(it -> byName.getOrDefault(it.name(), List.of())).orElse(List.of()).stream()
        .filter(subject -> subject.workload().filter(target.get()::is).isPresent())
        .map(Subject::containers)
        .flatMap(List::stream)
        .map(AuditedContainer::programs)
        .flatMap(List::stream)
        .flatMap(program -> program.need().stream())
        .mapToLong(Need::seconds)
        .max()
        .orElse(0);
  }

  private static void queueTrigger(KubernetesObject scaler, Consumer<AuditFinding> found) {
    scaler.document().sequence("spec", "triggers").stream()
        .flatMap(Sequence::mappings)
        .filter(trigger -> trigger.text("type").filter("rabbitmq"::equals).isPresent())
        .filter(KedaRule::countsReadyOnly)
        .forEach(
            trigger ->
                found.accept(
                    AuditFinding.of(
                        Check.KEDA_FIGURES,
                        scaler.place(),
                        Optional.of(trigger.at()),
                        "the rabbitmq trigger asks over amqp, which counts ready messages only:"
                            + " work in flight looks like none",
                        Change.set("set protocol: http in its metadata, with a management URL"))));
  }

  private static boolean countsReadyOnly(Mapping trigger) {
    Optional<String> protocol = trigger.text("metadata", "protocol");
    boolean http =
        protocol.filter("http"::equals).isPresent()
            || trigger.text("metadata", "host").filter(it -> it.startsWith("http")).isPresent();
    // "auto", and hosts that come from a secret, can't be judged.
    return !http
        && (protocol.filter("amqp"::equals).isPresent()
            || trigger.text("metadata", "host").filter(it -> it.startsWith("amqp")).isPresent());
  }

  private static void rollout(Workload job, Consumer<AuditFinding> found) {
    Optional<Scalar> strategy =
        job.document()
            .scalar("spec", "rollout", "strategy")
            .or(() -> job.document().scalar("spec", "rolloutStrategy"));
    if (strategy.filter(it -> it.text().equals("gradual")).isPresent()) {
      return;
    }
    found.accept(
        AuditFinding.of(
            Check.SCALED_JOB_ROLLOUT,
            job.place(),
            Optional.of(strategy.map(Scalar::at).orElse(job.at())),
            "rollout.strategy is "
                + strategy.map(Scalar::text).orElse("not set (KEDA's default)")
                + ": an update ends the jobs that run",
            Change.set("set rollout.strategy to gradual")));
  }
}
