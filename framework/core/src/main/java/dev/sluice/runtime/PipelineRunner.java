package dev.sluice.runtime;

import java.util.concurrent.Callable;

/** Runs one pipeline from its start to its end. */
@FunctionalInterface
public interface PipelineRunner {

  /**
   * Runs until the pipeline has stopped. Blocks.
   *
   * @param plan makes the plan once signals are listened to; may block and start things, which the
   *     plan hands over to be closed
   * @return the exit code
   * @throws dev.sluice.api.InvalidSetup when the operator must mend something (exit code 2)
   */
  int run(Callable<RunPlan> plan);
}
