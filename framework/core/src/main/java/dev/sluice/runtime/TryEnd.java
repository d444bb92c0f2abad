package dev.sluice.runtime;

import dev.sluice.api.Outcome;

/** How a try ended, as the engine sees it. */
sealed interface TryEnd {

  /** What went wrong, for an end that counts as a failure. */
  default Throwable cause() {
    return new IllegalStateException("the handler returned STOPPED while no drain was running");
  }

  /** The handler's own word. */
  record Finished(Outcome outcome) implements TryEnd {}

  /** The handler failed. */
  record Failed(Throwable cause) implements TryEnd {}
}
