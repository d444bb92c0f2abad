package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.util.Map;
import java.util.Optional;

/** Label selectors as Kubernetes understands them. */
public final class Selector {
  private Selector() {}

  /**
   * True when the labels satisfy all of {@code matchLabels} and {@code matchExpressions}. A
   * selector without either matches everything; one that Kubernetes refuses matches nothing.
   */
  public static boolean matches(Mapping selector, Map<String, String> labels) {
    return written(selector, "matchLabels").map(it -> labelsMatch(it, labels)).orElse(true)
        && written(selector, "matchExpressions").map(it -> allMatch(it, labels)).orElse(true);
  }

  /**
   * True when an object like a PodDisruptionBudget selects the pods of a workload by {@code
   * spec.selector}: in the same namespace, and a selector is written. In {@code policy/v1beta1} an
   * empty one selects nothing.
   */
  public static boolean selects(KubernetesObject object, Workload workload) {
    return Namespaces.same(object.namespace(), workload.namespace())
        && object
            .document()
            .mapping("spec", "selector")
            .filter(it -> !object.apiVersion().equals("policy/v1beta1") || !it.entries().isEmpty())
            .filter(it -> matches(it, workload.labels()))
            .isPresent();
  }

  private static Optional<Tree> written(Mapping selector, String key) {
    return selector.get(key).filter(it -> !(it instanceof Scalar scalar && scalar.isNull()));
  }

  private static boolean labelsMatch(Tree wanted, Map<String, String> labels) {
    return wanted instanceof Mapping map
        && map.entries().stream()
            .allMatch(
                entry ->
                    entry.value() instanceof Scalar value
                        && value.text().equals(labels.get(entry.key().text())));
  }

  private static boolean allMatch(Tree expressions, Map<String, String> labels) {
    return expressions instanceof Sequence list
        && list.items().stream()
            .allMatch(it -> it instanceof Mapping map && expressionMatches(map, labels));
  }

  private static boolean expressionMatches(Mapping expression, Map<String, String> labels) {
    Optional<String> key = expression.text("key");
    if (key.isEmpty()) {
      return false;
    }
    String label = labels.get(key.get());
    Optional<Sequence> values =
        expression.sequence("values").filter(list -> !list.items().isEmpty());
    return switch (expression.text("operator").orElse("")) {
      case "In" -> label != null && values.filter(it -> contains(it, label)).isPresent();
      case "NotIn" -> values.filter(it -> label == null || !contains(it, label)).isPresent();
      case "Exists" -> label != null && values.isEmpty();
      case "DoesNotExist" -> label == null && values.isEmpty();
      default -> false;
    };
  }

  private static boolean contains(Sequence values, String label) {
    return values.scalars().anyMatch(value -> value.text().equals(label));
  }
}
