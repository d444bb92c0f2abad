package dev.sluice.runtime;

import dev.sluice.api.Environment;
import dev.sluice.chain.Chain;
import dev.sluice.chain.GrantedChain;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PlannedTask;
import dev.sluice.spi.InstanceIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run needs, checked: the chain fits and the grants are enough.
 *
 * @param config the worker's part of {@code pipeline.yaml}; may hold secrets
 * @param tasks the handlers that run, each once, with their effective limits
 * @param chain the shutdown chain of these limits
 * @param grants what the layers around the worker grant, if they say so
 * @param exitWhenIdle stop when idle for that long
 * @param identity the name this worker keeps over restarts, if it has one
 * @param variables the process's environment and that of {@code environment}; may hold secrets
 * @param environment closed last in the close phase; closing it twice does no harm
 */
public record RunPlan(
    PipelineConfig config,
    List<PlannedTask<?>> tasks,
    Chain chain,
    Optional<GrantedChain> grants,
    Optional<Duration> exitWhenIdle,
    Optional<InstanceIdentity> identity,
    Map<String, String> variables,
    Environment environment) {

  /** Copies the collections. */
  public RunPlan {
    tasks = List.copyOf(tasks);
    variables = Map.copyOf(variables);
  }

  /** What the pipeline is to commands, without the chain. */
  LoadedPipeline pipeline() {
    return new LoadedPipeline(config, tasks);
  }

  @Override
  public String toString() {
    return "RunPlan[" + config + "]";
  }
}
