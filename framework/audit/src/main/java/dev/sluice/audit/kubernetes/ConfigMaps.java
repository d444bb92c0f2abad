package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ConfigMaps that were read, indexed once for all workloads. Immutable once made. */
public final class ConfigMaps {
  private final Map<String, Map<String, Mapping>> byNamespace = new HashMap<>();

  private ConfigMaps() {}

  /**
   * Those among these objects; of several with one name the last, as {@code kubectl apply} does.
   */
  public static ConfigMaps of(List<KubernetesObject> objects) {
    ConfigMaps all = new ConfigMaps();
    for (KubernetesObject object : objects) {
      if (object.kind().equals("ConfigMap")) {
        all.byNamespace
            .computeIfAbsent(Namespaces.known(object.namespace()), key -> new HashMap<>())
            .put(object.name(), object.document());
      }
    }
    return all;
  }

  /** Those that a workload may name: the ones of its namespace. */
  Seen seenBy(Workload workload) {
    return new Seen(byNamespace.getOrDefault(Namespaces.known(workload.namespace()), Map.of()));
  }

  /**
   * The ConfigMaps of one namespace.
   *
   * @param byName each as a whole
   */
  record Seen(Map<String, Mapping> byName) {
    /** The data of the one with this name. */
    Optional<Mapping> data(String name) {
      return Optional.ofNullable(byName.get(name))
          .map(it -> it.mapping("data").orElseGet(() -> Mapping.empty(it.at())));
    }
  }
}
