package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** PodDisruptionBudgets: none, one that blocks every drain, two for the same pods. */
final class DisruptionRule implements Rule {
  private static final Set<String> EVICTED =
      Set.of("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController");

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Budgets budgets = new Budgets(estate.objects("PodDisruptionBudget"));
    for (Subject subject : estate.subjects()) {
      subject
          .workload()
          .filter(workload -> EVICTED.contains(workload.kind()))
          .ifPresent(workload -> check(subject, workload, budgets, found));
    }
  }

  private static void check(
      Subject subject, Workload workload, Budgets budgets, Consumer<AuditFinding> found) {
    List<KubernetesObject> selecting = budgets.selecting(workload);
    OptionalLong replicas = Numbers.at(workload.document(), "spec", "replicas");
    if (selecting.isEmpty()) {
      AuditFinding none =
          AuditFinding.of(
              Check.NO_DISRUPTION_BUDGET,
              subject.place(),
              Optional.of(workload.at()),
              "no PodDisruptionBudget among the files selects its pods",
              Change.set(
                  "add one with maxUnavailable 10% and unhealthyPodEvictionPolicy AlwaysAllow"));
      found.accept(
          replicas.isPresent() && replicas.getAsLong() <= 1 ? none.weighing(Level.NOTE) : none);
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
              Change.remove("keep one of them")));
    }
  }

  private static void blocks(
      Subject subject,
      KubernetesObject budget,
      OptionalLong replicas,
      Consumer<AuditFinding> found) {
    Optional<Scalar> unavailable = budget.document().scalar("spec", "maxUnavailable");
    Optional<Scalar> available = budget.document().scalar("spec", "minAvailable");
    Optional<String> why = Optional.empty();
    Optional<Scalar> at = unavailable.or(() -> available);
    if (unavailable.filter(it -> it.text().equals("0") || it.text().equals("0%")).isPresent()) {
      why = Optional.of("maxUnavailable is " + unavailable.get().text());
    } else if (available.filter(it -> it.text().equals("100%")).isPresent()) {
      why = Optional.of("minAvailable is 100%");
    } else if (available.isPresent() && replicas.isPresent()) {
      OptionalLong least = share(available.get(), replicas.getAsLong());
      if (least.isPresent() && least.getAsLong() >= replicas.getAsLong()) {
        why =
            Optional.of(
                "minAvailable "
                    + available.get().text()
                    + " of "
                    + replicas.getAsLong()
                    + " replicas");
      }
    }
    why.ifPresent(
        text ->
            found.accept(
                AuditFinding.of(
                    Check.BUDGET_BLOCKS_DRAINS,
                    subject.place(),
                    at.map(Scalar::at),
                    "PodDisruptionBudget " + budget.name() + " never allows an eviction: " + text,
                    Change.set("set maxUnavailable to 10% (at least one pod is always allowed)"))));
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
