package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.EnvVariable;
import java.util.List;

/** The environment of a container. */
public final class Environment {
  private Environment() {}

  /**
   * Its variables, those from ConfigMaps that were read included ({@code env}, {@code valueFrom},
   * {@code envFrom}); of a name that is set twice the one that holds. {@code $(NAME)} is replaced.
   */
  public static List<EnvVariable> of(
      Workload workload, Container container, List<KubernetesObject> configMaps) {
    return List.of();
  }
}
