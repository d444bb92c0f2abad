package dev.sluice.drain;

import java.util.List;

/**
 * A transition: where the machine stands now and what the shell must do.
 *
 * @param state the state after the event
 * @param effects in order; empty when the event means nothing in that state
 */
public record Step(DrainState state, List<DrainEffect> effects) {

  /** Copies the effects. */
  public Step {
    effects = List.copyOf(effects);
  }

  static Step of(DrainState state, DrainEffect... effects) {
    return new Step(state, List.of(effects));
  }

  static Step stay(DrainState state) {
    return new Step(state, List.of());
  }
}
