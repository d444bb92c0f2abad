package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.Seconds;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Place;
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
    refused(place, workload.podSpec(), found, DEADLINE);
    refused(place, workload.document(), found, "spec", DEADLINE);
    refused(place, workload.document(), found, "spec", "jobTemplate", "spec", DEADLINE);
    for (Container container : workload.containers()) {
      for (String probe : List.of("livenessProbe", "startupProbe", "readinessProbe")) {
        Place at = place.container(container.name());
        refused(at, container.spec(), found, probe, GRACE);
        refused(at, container.spec(), found, probe, "periodSeconds");
      }
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
