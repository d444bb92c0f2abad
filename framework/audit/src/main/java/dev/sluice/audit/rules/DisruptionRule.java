package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.ScaleTarget;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** PodDisruptionBudgets: none, one that blocks every drain, two for the same pods. */
final class DisruptionRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Budgets budgets = new Budgets(estate.objects("PodDisruptionBudget"));
    Map<String, List<KubernetesObject>> scalers = ScaleTarget.byName(estate.manifests().others());
    for (Subject subject : estate.subjects()) {
      subject
          .workload()
          .filter(Workload::evicted)
          .ifPresent(
              workload -> {
                ReplicaRange replicas =
                    ReplicaRange.of(
                        workload,
                        ScaleTarget.scalersOf(
                            workload, scalers.getOrDefault(workload.name(), List.of())));
                if (!replicas.none()) {
                  check(subject, workload, replicas, budgets, found);
                }
              });
    }
  }

  private static void check(
      Subject subject,
      Workload workload,
      ReplicaRange replicas,
      Budgets budgets,
      Consumer<AuditFinding> found) {
    List<KubernetesObject> selecting = budgets.selecting(workload);
    if (selecting.isEmpty()) {
      AuditFinding none =
          AuditFinding.of(
              Check.NO_DISRUPTION_BUDGET,
              subject.place(),
              Optional.of(workload.at()),
              "no PodDisruptionBudget among the files selects its pods",
              Change.set(
                  "add one with maxUnavailable 10% and unhealthyPodEvictionPolicy AlwaysAllow"));
      found.accept(replicas.single() ? none.weighing(Level.NOTE) : none);
    }
    selecting.forEach(budget -> blocks(subject, budget, replicas, found));
    if (selecting.size() > 1) {
      found.accept(
          AuditFinding.of(
                  Check.BUDGET_BLOCKS_DRAINS,
                  subject.place(),
                  Optional.of(selecting.get(1).document().at()),
                  selecting.size()
                      + " PodDisruptionBudgets select the same pods: the eviction API refuses every"
                      + " eviction then",
                  Change.remove("keep one of them"))
              .about("several budgets"));
    }
  }

  private static void blocks(
      Subject subject,
      KubernetesObject budget,
      ReplicaRange replicas,
      Consumer<AuditFinding> found) {
    Optional<Scalar> unavailable = budget.document().scalar("spec", "maxUnavailable");
    Optional<Scalar> available = budget.document().scalar("spec", "minAvailable");
    Optional<String> why = Optional.empty();
    Optional<Scalar> at = unavailable.or(() -> available);
    if (unavailable.filter(it -> it.text().equals("0") || it.text().equals("0%")).isPresent()) {
      why = Optional.of("maxUnavailable is " + unavailable.get().text());
    } else if (available.filter(it -> it.text().equals("100%")).isPresent()) {
      why = Optional.of("minAvailable is 100%");
    } else if (available.isPresent() && replicas.least().orElse(0) > 0) {
      long least = replicas.least().getAsLong();
      OptionalLong wanted = share(available.get(), least);
      if (wanted.isPresent() && wanted.getAsLong() >= least) {
        why =
            Optional.of(
                "minAvailable "
                    + available.get().text()
                    + " of "
                    + least
                    + " replicas"
                    + (replicas.scaled() ? ", the autoscaler's minimum" : ""));
      }
    }
    why.ifPresent(
        text ->
            found.accept(
                AuditFinding.of(
                        Check.BUDGET_BLOCKS_DRAINS,
                        subject.place(),
                        at.map(Scalar::at),
                        "PodDisruptionBudget " + budget.name() + " allows no eviction: " + text,
                        Change.set(
                            "set maxUnavailable to 10% (at least one pod is always allowed)"))
                    .about(budget.name())));
  }

  // Kubernetes rounds a share up.
  private static OptionalLong share(Scalar figure, long replicas) {
    String text = figure.text();
    if (!text.matches("[0-9]{1,4}%")) {
      return Numbers.of(figure);
    }
    long percent = Long.parseLong(text.substring(0, text.length() - 1));
    return OptionalLong.of((percent * replicas + 99) / 100);
  }
}
