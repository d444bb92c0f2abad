package dev.sluice.audit.kubernetes;

import dev.sluice.audit.launch.Scripts;
import java.util.List;

/** The files that ConfigMaps bring into a container. */
public final class MountedFiles {
  private MountedFiles() {}

  /**
   * Follows the volume mounts of a container ({@code mountPath}, {@code subPath}, {@code items},
   * projected volumes) to the ConfigMaps that were read.
   */
  public static Scripts of(
      Workload workload, Container container, List<KubernetesObject> configMaps) {
    return Scripts.none();
  }

  /**
   * All paths of a container that come from ConfigMaps, in the order of names, for globs like that
   * of supervisord's {@code [include]}.
   */
  public static List<String> paths(
      Workload workload, Container container, List<KubernetesObject> configMaps) {
    return List.of();
  }
}
