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
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
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
import java.util.stream.Stream;

/** KEDA: figures of ScaledObjects, the rollout of ScaledJobs. */
final class KedaRule implements Rule {
  // KEDA's defaults (ScaledObject specification).
  private static final long COOLDOWN = 300;

  private static final String STOPS = "work in flight looks like none";
  private static final String STARTS =
      "the jobs that run are taken off that count all the same, so that too few are started;"
          + " scalingStrategy.strategy accurate is made for it";

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
      queueTriggers(scaler.place(), scaler.document(), STOPS, Level.WARNING, found);
    }
    Rule.workloads(
        estate,
        workload -> {
          if (workload.kind().equals("ScaledJob")) {
            rollout(workload, found);
            jobTriggers(workload, found);
          }
        });
  }

  // KEDA's other strategies are made for counts without the messages that jobs hold.
  private static void jobTriggers(Workload job, Consumer<AuditFinding> found) {
    if (job.document()
        .text("spec", "scalingStrategy", "strategy")
        .filter(it -> !it.equals("default"))
        .isEmpty()) {
      queueTriggers(job.place(), job.document(), STARTS, Level.NOTE, found);
    }
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
                Change.set("or keep minReplicaCount at 1"))
            .about("cooldownPeriod"));
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

  private static void queueTriggers(
      Place place, Mapping document, String effect, Level level, Consumer<AuditFinding> found) {
    document.sequence("spec", "triggers").stream()
        .flatMap(Sequence::mappings)
        .filter(trigger -> trigger.text("type").filter("rabbitmq"::equals).isPresent())
        .forEach(trigger -> queueTrigger(place, trigger, effect, level, found));
  }

  private static void queueTrigger(
      Place place, Mapping trigger, String effect, Level level, Consumer<AuditFinding> found) {
    Optional<String> protocol = protocol(trigger);
    boolean excluded =
        trigger
            .text("metadata", "excludeUnacknowledged")
            .filter("true"::equalsIgnoreCase)
            .isPresent();
    if (excluded || protocol.filter("amqp"::equals).isPresent()) {
      found.accept(
          AuditFinding.of(
                  Check.KEDA_FIGURES,
                  place,
                  Optional.of(trigger.at()),
                  "the rabbitmq trigger "
                      + (excluded
                          ? "sets excludeUnacknowledged, so that it counts ready messages only: "
                          : "asks over amqp, which counts ready messages only: ")
                      + effect,
                  Change.set(
                      "set protocol: http in its metadata, with a management URL, and no"
                          + " excludeUnacknowledged"))
              .weighing(level)
              .about("trigger " + trigger.text("metadata", "queueName").orElse("rabbitmq")));
    } else if (protocol.isEmpty()) {
      found.accept(
          AuditFinding.of(
              Check.UNKNOWN,
              place,
              Optional.of(trigger.at()),
              "whether the rabbitmq trigger counts work in flight is unknown: its protocol is"
                  + " that of a host which is not in its metadata",
              Change.set("set protocol: http in its metadata, if the host is a management URL")));
    }
  }

  /** {@code http} or {@code amqp}; empty when the host tells and stands elsewhere. */
  private static Optional<String> protocol(Mapping trigger) {
    Optional<String> written =
        trigger.text("metadata", "protocol").filter(it -> !it.equals("auto"));
    return written.or(
        () ->
            trigger
                .text("metadata", "host")
                .flatMap(host -> Stream.of("http", "amqp").filter(host::startsWith).findFirst()));
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
