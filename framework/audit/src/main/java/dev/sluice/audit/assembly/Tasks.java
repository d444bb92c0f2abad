package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Place;
import dev.sluice.chain.ShutdownBudget;
import dev.sluice.chain.TaskLimit;
import java.util.List;
import java.util.Optional;

/**
 * The tasks that were declared, and where each runs.
 *
 * @param declared in the order of the command line
 */
public record Tasks(List<Declared> declared) {

  /** Copies the list. */
  public Tasks {
    declared = List.copyOf(declared);
  }

  /**
   * A declared task.
   *
   * @param limit its name and figures
   * @param budget its worker's {@code shutdown} section; empty for a foreign job
   * @param scope a part of {@link Place}: the name of a workload, container or program; empty when
   *     it may run in each
   * @param origin for example {@code --task export=400s}, or {@code pipeline.yaml:7}
   */
  public record Declared(
      TaskLimit limit, Optional<ShutdownBudget> budget, Optional<String> scope, String origin) {}

  /** What a program at a place must be able to finish: the longest of the tasks that run there. */
  public Optional<Need> at(Place place) {
    return Optional.empty();
  }
}
