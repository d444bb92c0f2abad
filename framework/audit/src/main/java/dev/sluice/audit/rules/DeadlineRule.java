package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Scalar;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** activeDeadlineSeconds of pods and jobs against the work. */
final class DeadlineRule implements Rule {
  private static final String KEY = "activeDeadlineSeconds";

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate
        .subjects()
        .forEach(
            subject -> subject.workload().ifPresent(workload -> check(subject, workload, found)));
  }

  private static void check(Subject subject, Workload workload, Consumer<AuditFinding> found) {
    Optional<Need> longest =
        subject.containers().stream()
            .map(AuditedContainer::programs)
            .flatMap(List::stream)
            .flatMap(program -> program.need().stream())
            .max(Comparator.comparingLong(Need::seconds));
    Optional<Scalar> pod = workload.podSpec().scalar(KEY).filter(it -> !refusedBy(workload));
    for (Optional<Scalar> deadline : List.of(job(workload), pod)) {
      deadline.ifPresent(
          scalar -> {
            OptionalLong seconds = Numbers.of(scalar);
            if (seconds.isPresent()) {
              check(subject, workload, scalar, seconds.getAsLong(), longest, found);
            }
          });
    }
  }

  /** True when the API server takes no deadline in the pod template of such a workload. */
  static boolean refusedBy(Workload workload) {
    return switch (workload.kind()) {
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController" -> true;
      default -> false;
    };
  }

  private static Optional<Scalar> job(Workload workload) {
    return switch (workload.kind()) {
      case "Job" -> workload.document().scalar("spec", KEY);
      case "CronJob" -> workload.document().scalar("spec", "jobTemplate", "spec", KEY);
      case "ScaledJob" -> workload.document().scalar("spec", "jobTargetRef", KEY);
      default -> Optional.empty();
    };
  }

  private static void check(
      Subject subject,
      Workload workload,
      Scalar at,
      long deadline,
      Optional<Need> longest,
      Consumer<AuditFinding> found) {
    if (longest.filter(need -> need.seconds() > deadline).isPresent()) {
      Need need = longest.get();
      found.accept(
          AuditFinding.of(
                  Check.ACTIVE_DEADLINE,
                  subject.place(),
                  Optional.of(at.at()),
                  KEY
                      + " "
                      + deadline
                      + " < "
                      + need.seconds()
                      + " s, what task "
                      + need.task()
                      + " needs",
                  Change.raise("set " + KEY + " to the longest run plus the grace period"),
                  Change.lower("lower the limit of " + need.task()),
                  Change.remove("leave " + KEY + " out"))
              .about(of(workload, at))
              .killing());
    } else if (workload.longRunning()) {
      found.accept(
          AuditFinding.of(
                  Check.ACTIVE_DEADLINE,
                  subject.place(),
                  Optional.of(at.at()),
                  KEY + " " + deadline + " on a pod that is meant to go on",
                  Change.remove("leave " + KEY + " out: each pod is failed at that age"))
              .about(of(workload, at))
              .weighing(Level.WARNING));
    }
  }

  private static String of(Workload workload, Scalar at) {
    return workload.podSpec().scalar(KEY).filter(at::equals).isPresent() ? "the pod" : "the job";
  }
}
