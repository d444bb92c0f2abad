package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Figure;

/**
 * What a program must be able to finish when it is stopped.
 *
 * @param task the task that decides
 * @param work its limit, or its checkpointEvery
 * @param commit what it then takes to settle; zero for a foreign job
 * @param close what it then takes to close; zero for a foreign job
 */
public record Need(String task, Figure work, long commit, long close) {

  /** All of it, in whole seconds. */
  public long seconds() {
    return work.needed().orElseThrow() + commit + close;
  }
}
