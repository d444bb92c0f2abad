package dev.sluice.runtime;

import dev.sluice.config.Ordering;
import dev.sluice.progress.Settling;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Source;
import java.time.Duration;
import java.util.Set;

/**
 * What the engine needs to know of a pipeline, in plain figures.
 *
 * @param pipeline the pipeline's name
 * @param ordering what is kept in order
 * @param settling how the source settles
 * @param stateBytes what the resume states of a lane may take together; zero if the source keeps
 *     none
 * @param chunkRecords the most records a chunk may have
 * @param chunkBytes the most bytes a chunk may have, unless one record alone is larger
 * @param linger how long a chunk that is not full waits for more
 * @param maxChunks the most tries at once
 * @param maxRecords the most records all lanes may hold before they are paused
 * @param maxBytes the most bytes all lanes may hold before they are paused
 * @param commit the time to settle
 * @param failures what happens when a try fails
 */
record EngineSettings(
    String pipeline,
    Ordering ordering,
    Settling settling,
    int stateBytes,
    int chunkRecords,
    long chunkBytes,
    Duration linger,
    int maxChunks,
    int maxRecords,
    long maxBytes,
    Duration commit,
    FailureSettings failures) {

  /**
   * The settings of one of several handlers: each may hold an equal part, so that none leaves the
   * others without room for what they could work on.
   */
  EngineSettings shareOf(int handlers) {
    return new EngineSettings(
        pipeline,
        ordering,
        settling,
        stateBytes,
        chunkRecords,
        chunkBytes,
        linger,
        maxChunks,
        Math.max(1, maxRecords / handlers),
        Math.max(1, maxBytes / handlers),
        commit,
        failures);
  }

  /**
   * What the resume states of a lane may take together.
   *
   * @param transactions whether the lane's state is the business of their store
   */
  static int stateBytes(Source source, boolean transactions) {
    Set<Capability> can = source.capabilities();
    return can.contains(Capability.RESUME_STATE) && !placed(can, transactions)
        ? source.stateBytes()
        : 0;
  }

  private static boolean placed(Set<Capability> can, boolean transactions) {
    return transactions && !can.contains(Capability.INDIVIDUAL);
  }

  /** How many settles may be outstanding; only one where a later one replaces an earlier one. */
  int settlesAtOnce(Source source) {
    return settling == Settling.INDIVIDUAL ? source.settlesAtOnce() : 1;
  }

  /**
   * How a source settles, from what it says it can do.
   *
   * @param transactions whether a store knows better than the source what of a lane is done
   */
  static Settling settling(Set<Capability> capabilities, boolean transactions) {
    if (placed(capabilities, transactions)) {
      return Settling.CUMULATIVE;
    }
    boolean states = capabilities.contains(Capability.RESUME_STATE);
    if (capabilities.contains(Capability.INDIVIDUAL)) {
      return states ? Settling.INDIVIDUAL_WITH_CARRIED : Settling.INDIVIDUAL;
    }
    return states || capabilities.contains(Capability.DONE_BEYOND)
        ? Settling.CUMULATIVE_WITH_CARRIED
        : Settling.CUMULATIVE;
  }
}
