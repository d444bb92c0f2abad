package dev.sluice.chain;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything a chain is computed from.
 *
 * @param tasks at least one; kept in the order of their names, so that the same declarations give
 *     the same words wherever they are read
 * @param budget the {@code shutdown} section
 * @param supervisor present where the worker is not the container's main process
 * @param nodeCap how long the nodes' drainer waits, if known
 * @param graceOverride a {@code terminationGracePeriodSeconds} that the operator fixed
 */
public record ChainSpec(
    List<TaskLimit> tasks,
    ShutdownBudget budget,
    Optional<Supervisor> supervisor,
    Optional<NodeCap> nodeCap,
    Optional<Duration> graceOverride) {

  /**
   * Copies and orders the tasks.
   *
   * @throws InvalidDeclaration if there is no task or the override is below zero
   */
  public ChainSpec {
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(supervisor, "supervisor");
    Objects.requireNonNull(nodeCap, "nodeCap");
    Objects.requireNonNull(graceOverride, "graceOverride");
    if (tasks.isEmpty()) {
      throw new InvalidDeclaration(
          "no task declares a limit: set pipeline.limits.<handler>.limit, or declare it in the"
              + " handler");
    }
    if (graceOverride.filter(Duration::isNegative).isPresent()) {
      throw new InvalidDeclaration(
          "terminationGracePeriodSeconds must be zero or more, not " + graceOverride.get());
    }
    tasks = tasks.stream().sorted(Comparator.comparing(TaskLimit::name)).toList();
  }

  /** A plain chain: these tasks and budget, no supervisor, no node cap, no override. */
  public static ChainSpec of(List<TaskLimit> tasks, ShutdownBudget budget) {
    return new ChainSpec(tasks, budget, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
