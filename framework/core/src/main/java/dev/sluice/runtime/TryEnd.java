package dev.sluice.runtime;

import dev.sluice.api.Outcome;

/** How a try ended, as the engine sees it. */
sealed interface TryEnd {

  /** The handler's own word. */
  record Finished(Outcome outcome) implements TryEnd {}

  /** The handler failed. */
  record Failed(Throwable cause) implements TryEnd {}
}
