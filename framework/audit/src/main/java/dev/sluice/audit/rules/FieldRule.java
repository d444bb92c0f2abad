package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.Seconds;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Tree;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Fields of seconds in which Kubernetes refuses what is written. */
final class FieldRule implements Rule {
  private static final String GRACE = "terminationGracePeriodSeconds";
  private static final String DEADLINE = "activeDeadlineSeconds";

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.workloads(estate, workload -> check(workload, found));
  }

  private static void check(Workload workload, Consumer<AuditFinding> found) {
    Place place = workload.place();
    refused(place, workload.podSpec(), found, GRACE);
    deadline(workload, found);
    refused(place, workload.document(), found, "spec", DEADLINE);
    refused(place, workload.document(), found, "spec", "jobTemplate", "spec", DEADLINE);
    for (Container container : workload.containers()) {
      for (String probe : List.of("livenessProbe", "startupProbe", "readinessProbe")) {
        Place at = place.container(container.name());
        // Kubernetes takes 0 as not set: 10 s.
        refused(at, container.spec(), found, probe, "periodSeconds");
        if (!probe.equals("readinessProbe")) {
          fromOne(at, container.spec(), found, probe, GRACE);
        }
      }
      container
          .spec()
          .scalar("readinessProbe", GRACE)
          .ifPresent(
              it ->
                  notAllowed(
                      place.container(container.name()), it, found, "in a readinessProbe", GRACE));
    }
  }

  private static void deadline(Workload workload, Consumer<AuditFinding> found) {
    Optional<Scalar> written = workload.podSpec().scalar(DEADLINE);
    if (written.isPresent() && DeadlineRule.refusedBy(workload)) {
      String where = "in the pod template of a " + workload.kind();
      notAllowed(workload.place(), written.get(), found, where, DEADLINE);
    } else {
      fromOne(workload.place(), workload.podSpec(), found, DEADLINE);
    }
  }

  private static void notAllowed(
      Place place, Scalar at, Consumer<AuditFinding> found, String where, String key) {
    found.accept(
        AuditFinding.of(
            Check.INVALID_VALUE,
            place,
            Optional.of(at.at()),
            key + " is not allowed " + where + ": Kubernetes refuses the object",
            Change.remove("leave " + key + " out")));
  }

  /** A field in which Kubernetes takes no zero. */
  private static void fromOne(
      Place place, Tree tree, Consumer<AuditFinding> found, String... path) {
    refused(place, tree, found, path);
    if (Seconds.read(tree, path) instanceof Seconds.Given given && given.value().isZero()) {
      found.accept(
          AuditFinding.of(
              Check.INVALID_VALUE,
              place,
              Optional.of(given.at()),
              path[path.length - 1] + " is 0; Kubernetes takes 1 or more",
              Change.set("write 1 or more, or leave it out")));
    }
  }

  private static void refused(
      Place place, Tree tree, Consumer<AuditFinding> found, String... path) {
    if (Seconds.read(tree, path) instanceof Seconds.Refused refused) {
      found.accept(
          AuditFinding.of(
                  Check.INVALID_VALUE,
                  place,
                  Optional.of(refused.at()),
                  refused.reason(),
                  Change.set("write a whole number of seconds without quotes"))
              .about(String.join(".", path)));
    }
  }
}
