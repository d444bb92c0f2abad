package dev.sluice.runtime;

import dev.sluice.api.Handlers;
import dev.sluice.chain.Chain;
import dev.sluice.chain.GrantedChain;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.PipelineConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run needs, checked: the chain fits and the grants are enough.
 *
 * @param config the worker's part of {@code pipeline.yaml}
 * @param handler the handler it names
 * @param limits its effective limits
 * @param chain the shutdown chain derived from them
 * @param grants what the environment says the layers around the worker grant
 * @param exitWhenIdle drain and exit once there was nothing to do for so long
 * @param variables the environment, for where the termination message goes
 * @param environment what was started for the run and is closed with it
 */
public record RunPlan(
    PipelineConfig config,
    Handlers.Named<?> handler,
    TaskLimit limits,
    Chain chain,
    Optional<GrantedChain> grants,
    Optional<Duration> exitWhenIdle,
    Map<String, String> variables,
    Optional<AutoCloseable> environment) {}
