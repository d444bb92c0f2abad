package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a HorizontalPodAutoscaler or a KEDA ScaledObject scales.
 *
 * @param group the API group; empty when none is written, which is any
 * @param kind the kind
 * @param namespace that of the scaler; empty when none is written
 * @param name the name
 */
public record ScaleTarget(Optional<String> group, String kind, String namespace, String name) {

  /** The target of a scaler; empty for other objects, and for one that names none. */
  public static Optional<ScaleTarget> of(KubernetesObject scaler) {
    boolean keda = isScaledObject(scaler);
    if (!keda && !isAutoscaler(scaler)) {
      return Optional.empty();
    }
    Optional<Mapping> target = scaler.document().mapping("spec", "scaleTargetRef");
    Optional<String> name = target.flatMap(it -> it.text("name"));
    Optional<String> kind =
        target
            .flatMap(it -> it.text("kind"))
            .or(() -> Optional.of("Deployment").filter(it -> keda));
    if (name.isEmpty() || kind.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> group =
        target
            .flatMap(it -> it.text("apiVersion"))
            .or(() -> Optional.of("apps/v1").filter(it -> keda))
            .map(ScaleTarget::group);
    return Optional.of(new ScaleTarget(group, kind.get(), scaler.namespace(), name.get()));
  }

  /** True when it is this workload. */
  public boolean is(Workload workload) {
    return kind.equals(workload.kind())
        && name.equals(workload.name())
        && Namespaces.same(namespace, workload.namespace())
        && workload
            .document()
            .text("apiVersion")
            .map(ScaleTarget::group)
            .map(theirs -> group.map(ours -> sameGroup(ours, theirs)).orElse(true))
            .orElse(true);
  }

  /** The scalers among these objects by the name of what they scale. */
  public static Map<String, List<KubernetesObject>> byName(List<KubernetesObject> objects) {
    Map<String, List<KubernetesObject>> scalers = new HashMap<>();
    for (KubernetesObject object : objects) {
      of(object)
          .ifPresent(
              it -> scalers.computeIfAbsent(it.name(), key -> new ArrayList<>()).add(object));
    }
    return scalers;
  }

  /**
   * The scalers of a workload. An autoscaler that a ScaledObject among them made for itself counts
   * as that ScaledObject and is left out.
   *
   * @param objects all that were read; others than scalers are passed over
   */
  public static List<KubernetesObject> scalersOf(
      Workload workload, List<KubernetesObject> objects) {
    List<KubernetesObject> scalers =
        objects.stream()
            .filter(object -> of(object).filter(target -> target.is(workload)).isPresent())
            .toList();
    return scalers.stream()
        .filter(
            one ->
                Owner.of(one.document())
                    .filter(owner -> scalers.stream().anyMatch(owner::is))
                    .isEmpty())
        .toList();
  }

  /** The group of an apiVersion: {@code apps} of {@code apps/v1}, nothing of {@code v1}. */
  static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private static boolean sameGroup(String one, String other) {
    return current(one).equals(current(other));
  }

  private static String current(String group) {
    return group.equals("extensions") ? "apps" : group;
  }

  private static boolean isScaledObject(KubernetesObject object) {
    return object.kind().equals("ScaledObject") && group(object.apiVersion()).equals("keda.sh");
  }

  private static boolean isAutoscaler(KubernetesObject object) {
    return object.kind().equals("HorizontalPodAutoscaler")
        && group(object.apiVersion()).equals("autoscaling");
  }
}
