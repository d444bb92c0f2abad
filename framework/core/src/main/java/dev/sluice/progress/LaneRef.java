package dev.sluice.progress;

import java.util.Objects;

/**
 * An ordered stream inside a source as it is owned now. The generation tells this ownership from an
 * earlier one of the same lane: progress that carries an old generation is stale and never sent.
 *
 * @param name the lane, for example {@code flights-0}
 * @param generation counts the times this worker was given the lane, from 1
 */
public record LaneRef(String name, long generation) {

  /** Refuses a missing name. */
  public LaneRef {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return name + "@" + generation;
  }
}
