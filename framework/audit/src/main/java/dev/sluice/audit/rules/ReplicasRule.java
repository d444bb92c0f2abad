package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.ScaleTarget;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Who sets the number of replicas, and how many stop at once in a rollout. */
final class ReplicasRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Map<String, List<KubernetesObject>> scalers = ScaleTarget.byName(estate.manifests().others());
    Rule.workloads(
        estate,
        workload -> {
          List<KubernetesObject> owners =
              ScaleTarget.scalersOf(workload, scalers.getOrDefault(workload.name(), List.of()));
          owners(workload, owners, found);
          recreate(workload, found);
        });
  }

  private static void owners(
      Workload workload, List<KubernetesObject> owners, Consumer<AuditFinding> found) {
    Optional<WrittenReplicas> replicas =
        owners.isEmpty() ? Optional.empty() : WrittenReplicas.of(workload);
    if (replicas.isPresent()) {
      found.accept(
          AuditFinding.of(
                  Check.REPLICAS_OWNED_TWICE,
                  workload.place(),
                  Optional.of(replicas.get().field().at()),
                  replicas.get().words()
                      + ", and "
                      + owners.get(0).kind()
                      + " "
                      + owners.get(0).name()
                      + " ("
                      + owners.get(0).document().at()
                      + ") sets it too",
                  Change.remove(
                      "leave replicas out; the first apply without it sets 1 once, so hand the field"
                          + " over before: kubectl apply edit-last-applied, or keep it until the"
                          + " autoscaler owns it"))
              .about("replicas"));
    }
    if (owners.size() > 1) {
      found.accept(
          AuditFinding.of(
                  Check.REPLICAS_OWNED_TWICE,
                  workload.place(),
                  Optional.of(owners.get(1).document().at()),
                  owners.size()
                      + " autoscalers set its replicas: "
                      + owners.stream()
                          .map(owner -> owner.kind() + " " + owner.name())
                          .collect(Collectors.joining(", ")),
                  Change.remove("keep one of them; a ScaledObject makes an autoscaler of its own"))
              .about("autoscalers"));
    }
  }

  private static void recreate(Workload workload, Consumer<AuditFinding> found) {
    workload
        .document()
        .scalar("spec", "strategy", "type")
        .filter(type -> type.text().equals("Recreate"))
        .ifPresent(
            type ->
                found.accept(
                    AuditFinding.of(
                        Check.RECREATE,
                        workload.place(),
                        Optional.of(type.at()),
                        "strategy is Recreate",
                        Change.set(
                            "use RollingUpdate with maxUnavailable 0, unless two versions must"
                                + " never run at once"))));
  }
}
