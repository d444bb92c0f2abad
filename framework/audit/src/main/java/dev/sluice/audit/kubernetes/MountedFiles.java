package dev.sluice.audit.kubernetes;

import dev.sluice.audit.launch.Scripts;
import java.util.List;

/** The files that ConfigMaps bring into a container. */
public final class MountedFiles {
  /** More files than this are not listed by {@link #paths}; no real pod has a tenth of them. */
  public static final int MOST = 10_000;

  private MountedFiles() {}

  /**
   * Follows the volume mounts of a container ({@code mountPath}, {@code subPath}, {@code
   * subPathExpr}, {@code items}, projected volumes) to the ConfigMaps that were read. Of several
   * mounts that hold a path the deepest counts; what another volume covers is not there.
   */
  public static Scripts of(Workload workload, Container container, ConfigMaps configMaps) {
    return Mounts.of(workload, container, configMaps)::read;
  }

  /**
   * All paths of a container that come from ConfigMaps, at most {@link #MOST}, in the order of
   * names, for globs like that of supervisord's {@code [include]}.
   */
  public static List<String> paths(Workload workload, Container container, ConfigMaps configMaps) {
    return Mounts.of(workload, container, configMaps).paths();
  }
}
