package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Figure;

/**
 * What a program must be able to finish when it is stopped.
 *
 * @param task the task that decides
 * @param work its limit, or its checkpointEvery
 * @param commit what it then takes to settle; zero for a foreign job
 * @param close what it then takes to close; zero for a foreign job
 * @param pipeline true when a Sluice pipeline runs here for certain: it is mounted, or the user
 *     named the program; false for figures that were declared for all
 */
public record Need(String task, Figure work, long commit, long close, boolean pipeline) {

  /** A need of which nobody said whose it is. */
  public Need(String task, Figure work, long commit, long close) {
    this(task, work, commit, close, false);
  }

  /** All of it, in whole seconds. */
  public long seconds() {
    return work.needed().orElseThrow() + commit + close;
  }
}
