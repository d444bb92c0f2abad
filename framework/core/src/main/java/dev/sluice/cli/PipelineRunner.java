package dev.sluice.cli;

import dev.sluice.runtime.RunPlan;
import java.util.concurrent.Callable;

/** Runs a pipeline to its end. When one is made, the signal handlers stand. */
@FunctionalInterface
public interface PipelineRunner {

  /**
   * Makes the plan and runs it; blocks until the worker has stopped.
   *
   * @param plan starts the environment, reads the configuration and checks it; blocks. Called once
   * @return the exit code
   * @throws Exception what the plan threw, unchanged
   */
  int run(Callable<RunPlan> plan) throws Exception;
}
