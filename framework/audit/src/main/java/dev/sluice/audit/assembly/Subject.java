package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.Place;
import java.util.List;
import java.util.Optional;

/**
 * One thing that is audited: a workload, or what stands alone (a supervisord file, units, a
 * Dockerfile).
 *
 * @param place what findings call it
 * @param workload as written; empty for what stands alone
 * @param containers main ones and native sidecars
 */
public record Subject(Place place, Optional<Workload> workload, List<AuditedContainer> containers) {

  /** Copies the containers. */
  public Subject {
    containers = List.copyOf(containers);
  }
}
