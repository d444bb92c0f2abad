package dev.sluice.chain;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What one task, a handler, declares.
 *
 * @param name as in {@code pipeline.limits}
 * @param limit the ceiling for one try of one chunk, above zero
 * @param checkpointEvery the longest time between two checkpoints, above zero, not above the limit;
 *     declaring it promises to stop at the next checkpoint when the worker drains
 */
public record TaskLimit(String name, Duration limit, Optional<Duration> checkpointEvery) {

  /**
   * Validates the two figures against each other.
   *
   * @throws InvalidDeclaration naming the key, both values and the fix
   */
  public TaskLimit {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(checkpointEvery, "checkpointEvery");
    String key = "pipeline.limits." + name;
    requirePositive(key + ".limit", limit);
    checkpointEvery.ifPresent(every -> requirePositive(key + ".checkpointEvery", every));
    if (checkpointEvery.isPresent() && checkpointEvery.get().compareTo(limit) > 0) {
      throw new InvalidDeclaration(
          key
              + ".checkpointEvery is above "
              + key
              + ".limit ("
              + Durations.print(checkpointEvery.get())
              + " > "
              + Durations.print(limit)
              + "): a try ends at its limit, so a later checkpoint is never reached;"
              + " lower checkpointEvery or raise the limit");
    }
  }

  /** How long a drain must be able to wait for this task: {@code checkpointEvery}, else limit. */
  public Duration need() {
    return checkpointEvery.orElse(limit);
  }

  /** The key that decides {@link #need()}: {@code checkpointEvery} or {@code limit}. */
  String decidingKey() {
    return checkpointEvery.isPresent() ? "checkpointEvery" : "limit";
  }

  private static void requirePositive(String key, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new InvalidDeclaration(
          key + " must be above zero, not " + value + "; write for example 90s or 2m");
    }
  }
}
