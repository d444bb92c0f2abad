package dev.sluice.audit.rules;

import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Selector;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * PodDisruptionBudgets, found by a label they ask for. Each stands under the rarest of its {@code
 * matchLabels}, so that what a whole cluster shares ({@code managed-by}) costs nothing.
 */
final class Budgets {
  private final List<KubernetesObject> all;
  // Labels as name and value.
  private final Map<List<String>, List<Integer>> byLabel = new HashMap<>();
  private final List<Integer> withoutLabel = new ArrayList<>();

  Budgets(List<KubernetesObject> all) {
    this.all = all;
    Map<List<String>, Integer> asked = new HashMap<>();
    for (KubernetesObject budget : all) {
      labels(budget).forEach(label -> asked.merge(label, 1, Integer::sum));
    }
    for (int i = 0; i < all.size(); i++) {
      Optional<List<String>> rarest = Optional.empty();
      for (List<String> label : labels(all.get(i))) {
        if (rarest.isEmpty() || asked.get(label) < asked.get(rarest.get())) {
          rarest = Optional.of(label);
        }
      }
      if (rarest.isPresent()) {
        byLabel.computeIfAbsent(rarest.get(), key -> new ArrayList<>()).add(i);
      } else {
        withoutLabel.add(i);
      }
    }
  }

  /** Those that select the pods of a workload, in the order in which they were read. */
  List<KubernetesObject> selecting(Workload workload) {
    TreeSet<Integer> candidates = new TreeSet<>(withoutLabel);
    workload
        .labels()
        .forEach(
            (name, value) ->
                candidates.addAll(byLabel.getOrDefault(List.of(name, value), List.of())));
    List<KubernetesObject> selecting = new ArrayList<>();
    for (int i : candidates) {
      if (Selector.selects(all.get(i), workload)) {
        selecting.add(all.get(i));
      }
    }
    return selecting;
  }

  private static List<List<String>> labels(KubernetesObject budget) {
    List<List<String>> labels = new ArrayList<>();
    Optional<Mapping> wanted = budget.document().mapping("spec", "selector", "matchLabels");
    for (Mapping.Entry entry : wanted.map(Mapping::entries).orElse(List.of())) {
      if (entry.value() instanceof Scalar value) {
        labels.add(List.of(entry.key().text(), value.text()));
      }
    }
    return labels;
  }
}
