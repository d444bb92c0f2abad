package dev.sluice.command;

import dev.sluice.api.Handlers;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.PipelineConfig;

/**
 * A pipeline as {@code run} would run it.
 *
 * @param config the worker's part of {@code pipeline.yaml}; may hold secrets
 * @param handler the handler that it names
 * @param limits its effective limits
 */
public record LoadedPipeline(PipelineConfig config, Handlers.Named<?> handler, TaskLimit limits) {}
