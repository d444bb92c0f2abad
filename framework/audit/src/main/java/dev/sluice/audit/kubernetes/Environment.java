package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.EnvVariable;
import java.util.List;

/** The environment of a container. */
public final class Environment {
  private Environment() {}

  /**
   * Its variables, those from ConfigMaps that were read included ({@code env}, {@code valueFrom},
   * {@code envFrom}); of a name that is set twice the one that holds. {@code $(NAME)} is replaced
   * as Kubernetes does it: by what stands before it in the list; an unknown name stays, and a value
   * with a name whose value was not read is not known either. Values of more than 128 KiB, or
   * beyond 2 MiB in all, can't be started by Linux and count as not read.
   */
  public static List<EnvVariable> of(
      Workload workload, Container container, ConfigMaps configMaps) {
    return Variables.of(container, configMaps.seenBy(workload)).list();
  }
}
