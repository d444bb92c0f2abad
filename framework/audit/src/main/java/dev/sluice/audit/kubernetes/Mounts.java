package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Where the volumes of a container stand. */
final class Mounts {
  private static final int MOST_TRIED = 100 * MountedFiles.MOST;

  private final Map<String, Mount> byPath = new HashMap<>();

  /**
   * One mount.
   *
   * @param volume what is mounted
   * @param subPath the part of it; empty for all
   */
  private record Mount(Volume volume, String subPath) {
    /** The file at a path below the mount; empty for the mount itself. */
    Optional<SourceText> file(String below, String name) {
      String path = subPath.isEmpty() || below.isEmpty() ? subPath + below : subPath + "/" + below;
      return Optional.ofNullable(volume.files().get(path)).map(it -> it.source(name));
    }
  }

  private Mounts() {}

  static Mounts of(Workload workload, Container container, ConfigMaps read) {
    ConfigMaps.Seen configMaps = read.seenBy(workload);
    Map<String, Volume> volumes = volumes(workload.podSpec(), configMaps);
    Variables variables = Variables.of(container, configMaps);
    Mounts mounts = new Mounts();
    container
        .spec()
        .sequence("volumeMounts")
        .map(Sequence::mappings)
        .ifPresent(all -> all.forEach(it -> mounts.add(it, volumes, variables)));
    return mounts;
  }

  private static Map<String, Volume> volumes(Mapping podSpec, ConfigMaps.Seen configMaps) {
    Map<String, Volume> volumes = new HashMap<>();
    int files = 0;
    for (Mapping item :
        podSpec.sequence("volumes").map(it -> it.mappings().toList()).orElse(List.of())) {
      Optional<String> name = item.text("name");
      if (name.isPresent() && files < MountedFiles.MOST) {
        Volume volume = Volume.of(item, configMaps);
        files += volume.files().size();
        volumes.put(name.get(), volume);
      }
    }
    return volumes;
  }

  private void add(Mapping mount, Map<String, Volume> volumes, Variables variables) {
    Optional<String> path =
        mount.text("mountPath").map(Mounts::rooted).flatMap(ContainerPath::absolute);
    Volume volume =
        mount
            .text("name")
            .map(name -> volumes.getOrDefault(name, Volume.UNREAD))
            .orElse(Volume.UNREAD);
    Optional<String> subPath =
        mount
            .text("subPathExpr")
            .filter(it -> !it.isEmpty())
            .map(variables::replace)
            .orElseGet(() -> Optional.of(mount.text("subPath").orElse("")))
            .flatMap(ContainerPath::relative);
    path.ifPresent(
        it ->
            byPath.put(
                it, new Mount(subPath.isPresent() ? volume : Volume.UNREAD, subPath.orElse(""))));
  }

  /** Docker takes a relative one from the root. */
  private static String rooted(String path) {
    return path.startsWith("/") ? path : "/" + path;
  }

  /** What stands at a path. */
  Optional<SourceText> read(String path) {
    Optional<String> whole = ContainerPath.absolute(path);
    Optional<String> here = whole;
    while (here.isPresent()) {
      Mount mount = byPath.get(here.get());
      if (mount != null) {
        String below = whole.get().substring(here.get().length());
        return mount.file(below.startsWith("/") ? below.substring(1) : below, whole.get());
      }
      here = ContainerPath.parent(here.get());
    }
    return Optional.empty();
  }

  /** All paths at which something stands. */
  List<String> paths() {
    TreeSet<String> paths = new TreeSet<>();
    int tried = 0;
    for (Map.Entry<String, Mount> mount : byPath.entrySet()) {
      String subPath = mount.getValue().subPath();
      for (String file : mount.getValue().volume().files().keySet()) {
        if (paths.size() >= MountedFiles.MOST || ++tried > MOST_TRIED) {
          return List.copyOf(paths);
        }
        below(file, subPath)
            .map(it -> it.isEmpty() ? mount.getKey() : slashed(mount.getKey()) + it)
            .filter(it -> read(it).isPresent())
            .ifPresent(paths::add);
      }
    }
    return List.copyOf(paths);
  }

  /** Where a file of a volume is below a part of it; empty when it is not in that part. */
  private static Optional<String> below(String file, String subPath) {
    if (subPath.isEmpty()) {
      return Optional.of(file);
    }
    if (file.equals(subPath)) {
      return Optional.of("");
    }
    return file.startsWith(subPath + "/")
        ? Optional.of(file.substring(subPath.length() + 1))
        : Optional.empty();
  }

  private static String slashed(String directory) {
    return directory.endsWith("/") ? directory : directory + "/";
  }
}
