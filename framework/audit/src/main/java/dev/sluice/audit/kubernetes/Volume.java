package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a volume that come from ConfigMaps.
 *
 * @param files by their paths in the volume, without a slash in front
 */
record Volume(Map<String, Scalar> files) {
  /** One of which nothing was read. */
  static final Volume UNREAD = new Volume(Map.of());

  /** Reads an item of a pod's list. */
  static Volume of(Mapping volume, ConfigMaps.Seen configMaps) {
    Map<String, Scalar> files = new LinkedHashMap<>();
    volume.mapping("configMap").ifPresent(it -> take(it, configMaps, files));
    volume
        .sequence("projected", "sources")
        .map(Sequence::mappings)
        .ifPresent(
            sources ->
                sources.forEach(
                    source -> {
                      source.mapping("configMap").ifPresent(it -> take(it, configMaps, files));
                      hide(source, files);
                    }));
    return new Volume(files);
  }

  private static void take(Mapping source, ConfigMaps.Seen configMaps, Map<String, Scalar> files) {
    Optional<Mapping> data = source.text("name").flatMap(configMaps::data);
    if (data.isEmpty()) {
      return;
    }
    Optional<Sequence> items = source.sequence("items").filter(it -> !it.items().isEmpty());
    if (items.isEmpty()) {
      for (Mapping.Entry entry : data.get().entries()) {
        if (entry.value() instanceof Scalar text
            && !text.isNull()
            && files.size() < MountedFiles.MOST) {
          files.put(entry.key().text(), text);
        }
      }
      return;
    }
    for (Mapping item : items.get().mappings().toList()) {
      Optional<String> path = item.text("path").flatMap(ContainerPath::relative);
      Optional<Scalar> text = item.text("key").flatMap(data.get()::scalar);
      if (path.isPresent() && text.isPresent()) {
        files.put(path.get(), text.get());
      }
    }
  }

  /** A Secret's item of the same path takes the place of an earlier file. */
  private static void hide(Mapping source, Map<String, Scalar> files) {
    for (String kind : List.of("secret", "downwardAPI")) {
      source
          .sequence(kind, "items")
          .map(Sequence::mappings)
          .ifPresent(
              items ->
                  items.forEach(
                      item ->
                          item.text("path")
                              .flatMap(ContainerPath::relative)
                              .ifPresent(files::remove)));
    }
  }
}
