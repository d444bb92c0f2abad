package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ConfigMaps that were read, as one workload sees them. */
final class ConfigMaps {
  private final String namespace;
  private final List<KubernetesObject> objects;
  private Map<String, Mapping> byName = Map.of();

  ConfigMaps(Workload workload, List<KubernetesObject> objects) {
    this.namespace = workload.namespace();
    this.objects = objects;
  }

  /** The data of the one with this name: of several the last, as {@code kubectl apply} does it. */
  Optional<Mapping> data(String name) {
    if (byName.isEmpty() && !objects.isEmpty()) {
      byName = index();
    }
    return Optional.ofNullable(byName.get(name))
        .map(it -> it.mapping("data").orElseGet(() -> Mapping.empty(it.at())));
  }

  private Map<String, Mapping> index() {
    Map<String, Mapping> index = new HashMap<>();
    for (KubernetesObject object : objects) {
      if (object.kind().equals("ConfigMap") && Namespaces.same(object.namespace(), namespace)) {
        index.put(object.name(), object.document());
      }
    }
    return index;
  }
}
