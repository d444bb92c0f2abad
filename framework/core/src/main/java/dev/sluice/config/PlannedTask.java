package dev.sluice.config;

import dev.sluice.api.Handlers;
import dev.sluice.chain.TaskLimit;

/**
 * A handler that runs, and the limits that hold for it.
 *
 * @param handler the handler
 * @param limits the file's figures, else the code's
 * @param <T> the decoded value of a record
 */
public record PlannedTask<T>(Handlers.Named<T> handler, TaskLimit limits) {

  /** Its name. */
  public String name() {
    return handler.name();
  }
}
