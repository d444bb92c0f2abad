package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.ConfigMaps;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.kubernetes.MountedFiles;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.systemd.UnitName;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The units and supervisord files that ConfigMaps carry. */
final class EmbeddedFiles {
  private final List<Carrier> carriers = new ArrayList<>();

  /**
   * A ConfigMap that carries some.
   *
   * @param place its own
   * @param units by the names systemd knows them by
   * @param supervisord by their keys
   */
  record Carrier(Place place, List<SourceText> units, List<SourceText> supervisord) {}

  EmbeddedFiles(Manifests manifests) {
    Map<Position, String> mounted = null;
    for (KubernetesObject map : manifests.of("ConfigMap")) {
      List<SourceText> units = new ArrayList<>();
      List<SourceText> supervisord = new ArrayList<>();
      List<Mapping.Entry> entries =
          map.document().mapping("data").map(Mapping::entries).orElse(List.of());
      for (Mapping.Entry entry : entries) {
        if (!(entry.value() instanceof Scalar scalar) || scalar.isNull()) {
          continue;
        }
        String key = entry.key().text();
        SourceText text = scalar.source(key);
        if (isUnit(text)) {
          if (mounted == null) {
            mounted = unitPaths(manifests);
          }
          Optional.ofNullable(mounted.get(text.start()))
              .or(() -> UnitName.of(map.name() + "/" + key))
              .ifPresent(name -> units.add(scalar.source(name)));
        } else if (SupervisordFinder.isConfiguration(text)) {
          supervisord.add(text);
        }
      }
      if (!units.isEmpty() || !supervisord.isEmpty()) {
        carriers.add(new Carrier(map.place(), List.copyOf(units), List.copyOf(supervisord)));
      }
    }
  }

  /** In the order of the files. */
  List<Carrier> carriers() {
    return List.copyOf(carriers);
  }

  private static boolean isUnit(SourceText text) {
    return SupervisordFinder.hasSection(text, "[Service]")
        || SupervisordFinder.hasSection(text, "[Manager]");
  }

  /** What is mounted under a path of systemd, by where it stands in the manifests. */
  private static Map<Position, String> unitPaths(Manifests manifests) {
    ConfigMaps maps = ConfigMaps.of(manifests.of("ConfigMap"));
    Map<Position, String> names = new HashMap<>();
    manifests
        .workloads()
        .forEach(
            workload ->
                workload
                    .containers()
                    .forEach(
                        container -> {
                          Scripts files = MountedFiles.of(workload, container, maps);
                          for (String path : MountedFiles.paths(workload, container, maps)) {
                            UnitName.of(path)
                                .ifPresent(
                                    name ->
                                        files
                                            .read(path)
                                            .ifPresent(
                                                text -> names.putIfAbsent(text.start(), name)));
                          }
                        }));
    return names;
  }
}
