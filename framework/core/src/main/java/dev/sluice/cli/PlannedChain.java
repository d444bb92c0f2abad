package dev.sluice.cli;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Handlers;
import dev.sluice.api.TaskLimits;
import dev.sluice.chain.Chain;
import dev.sluice.chain.ChainTable;
import dev.sluice.chain.Finding;
import dev.sluice.chain.GrantedChain;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.PipelineOutline;
import dev.sluice.config.load.Providers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file and the jar's handler brought together: effective limits, chain, grants.
 *
 * @param outline the checked file
 * @param handler the handler that runs
 * @param limits its effective limits
 * @param chain the chain of these limits
 * @param grants what the layers around the worker grant, if they say so
 */
record PlannedChain(
    PipelineOutline outline,
    Handlers.Named<?> handler,
    TaskLimit limits,
    Chain chain,
    Optional<GrantedChain> grants) {

  /** Makes the handler with services that are not connected and asks it for its limits. */
  static PlannedChain of(
      PipelineFile file, WorkerSetup setup, Providers providers, Map<String, String> variables) {
    PipelineOutline outline = file.outline(variables, providers, setup.names());
    Handlers.Named<?> handler = setup.handler(outline.handler());
    TaskLimit limits = outline.effectiveLimits(declared(handler, outline));
    Optional<GrantedChain> grants =
        Optional.of(GrantedChain.fromEnvironment(variables)).filter(granted -> !granted.isEmpty());
    return new PlannedChain(outline, handler, limits, outline.chain(limits), grants);
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

  /** The chain as a table. */
  String table() {
    return ChainTable.render(chain, grants);
  }
}
