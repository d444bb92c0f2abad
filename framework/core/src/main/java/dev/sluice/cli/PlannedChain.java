package dev.sluice.cli;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Handlers;
import dev.sluice.api.TaskLimits;
import dev.sluice.chain.Chain;
import dev.sluice.chain.ChainTable;
import dev.sluice.chain.Finding;
import dev.sluice.chain.GrantedChain;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.ConnectionBudget;
import dev.sluice.config.PlannedTask;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.PipelineOutline;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.InstanceIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file and the jar's handlers brought together: effective limits, chain, grants.
 *
 * @param outline the checked file
 * @param tasks the handlers that run, each once, with their effective limits
 * @param chain the chain of these limits
 * @param grants what the layers around the worker grant, if they say so
 * @param budget the connections that a worker may hold open, if that is known here
 */
record PlannedChain(
    PipelineOutline outline,
    List<PlannedTask<?>> tasks,
    Chain chain,
    Optional<GrantedChain> grants,
    Optional<ConnectionBudget> budget) {

  /** Makes the handlers with services that are not connected and asks them for their limits. */
  static PlannedChain of(
      PipelineFile file, WorkerSetup setup, Providers providers, Map<String, String> variables) {
    PipelineOutline outline = file.outline(variables, providers, setup.names());
    List<PlannedTask<?>> tasks = new ArrayList<>();
    for (String name : outline.tasks().handlers()) {
      tasks.add(task(setup.handler(name), outline));
    }
    Optional<GrantedChain> grants =
        Optional.of(GrantedChain.fromEnvironment(variables)).filter(granted -> !granted.isEmpty());
    return new PlannedChain(
        outline,
        tasks,
        outline.chain(limits(tasks)),
        grants,
        outline.connections(InstanceIdentity.replicas(variables)));
  }

  private static <T> PlannedTask<T> task(Handlers.Named<T> handler, PipelineOutline outline) {
    return new PlannedTask<>(
        handler, outline.effectiveLimits(handler.name(), declared(handler, outline)));
  }

  private static List<TaskLimit> limits(List<PlannedTask<?>> tasks) {
    return tasks.stream().<TaskLimit>map(PlannedTask::limits).toList();
  }

  private static TaskLimits declared(Handlers.Named<?> handler, PipelineOutline outline) {
    ChunkTask<?> task = handler.factory().apply(new UnconnectedServices(outline.services()));
    if (task == null || task.limits() == null) {
      throw new IllegalStateException(
          "the factory of handler '"
              + handler.name()
              + "' made "
              + (task == null ? "nothing" : "a handler whose limits() is null"));
    }
    return task.limits();
  }

  /** The file completed with the limits that hold; the connection budget as a comment. */
  String completed() {
    String comment = BudgetTable.render(budget).replaceAll("(?m)^(?=.)", "# ");
    return outline.completed(limits(tasks)) + comment;
  }

  /** What is no reason to refuse the start, but should be mended. */
  List<String> warnings() {
    return budget.map(ConnectionBudget::warnings).orElse(List.of());
  }

  /** Everything there is to say: about the chain itself, then about the grants. */
  List<Finding> findings() {
    return Stream.concat(
            chain.findings().stream(),
            grants.stream().flatMap(granted -> granted.check(chain).stream()))
        .toList();
  }

  /** Whether the worker may run. */
  boolean fits() {
    return findings().stream().noneMatch(Finding::refuses);
  }

  /** The chain and the connection budget as a table. */
  String table() {
    return ChainTable.render(chain, grants) + BudgetTable.render(budget);
  }
}
