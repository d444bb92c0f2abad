package dev.sluice.command;

import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PlannedTask;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * A pipeline as {@code run} would run it.
 *
 * @param config the worker's part of {@code pipeline.yaml}; may hold secrets
 * @param tasks the handlers that it names, each once, with their effective limits
 */
public record LoadedPipeline(PipelineConfig config, List<PlannedTask<?>> tasks) {

  /** Copies the list. */
  public LoadedPipeline {
    tasks = List.copyOf(tasks);
  }

  /** What a drain must be able to wait for. */
  public Duration need() {
    return tasks.stream()
        .map(task -> task.limits().need())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The longest limit of a try. */
  public Duration limit() {
    return tasks.stream()
        .map(task -> task.limits().limit())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
