package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;
import java.time.Duration;
import java.util.Optional;

/** How long a pod may take to stop. */
public final class GracePeriod {
  /** What holds where none is set. */
  public static final Duration DEFAULT = Duration.ofSeconds(30);

  private static final String KEY = "terminationGracePeriodSeconds";

  private GracePeriod() {}

  /** The pod's grace period; unknown when what is written is no figure. */
  public static Figure of(Workload workload) {
    return Seconds.read(workload.podSpec(), KEY)
        .or(Figure.defaulted(DEFAULT, "Kubernetes' default"));
  }

  /** Why Kubernetes refuses what is written; empty when it does not. */
  public static Optional<Seconds.Refused> refused(Workload workload) {
    return Seconds.read(workload.podSpec(), KEY) instanceof Seconds.Refused refused
        ? Optional.of(refused)
        : Optional.empty();
  }
}
