package dev.sluice.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The limits a task declares. The whole shutdown chain is computed from them: a drain must be able
 * to wait for {@code checkpointEvery} where it is declared, otherwise for {@code limit}.
 *
 * @param limit the ceiling for one try of one chunk, above zero; empty when only the deployment can
 *     know it, in which case {@code pipeline.yaml} must declare it
 * @param checkpointEvery the longest time between two checkpoints, above zero and not above {@code
 *     limit}. Declaring it promises to stop at the next checkpoint when the worker drains
 */
public record TaskLimits(Optional<Duration> limit, Optional<Duration> checkpointEvery) {

  /** Validates the two figures against each other. */
  public TaskLimits {
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(checkpointEvery, "checkpointEvery");
    limit.ifPresent(value -> requirePositive("limit", value));
    checkpointEvery.ifPresent(value -> requirePositive("checkpointEvery", value));
    if (limit.isPresent()
        && checkpointEvery.isPresent()
        && checkpointEvery.get().compareTo(limit.get()) > 0) {
      throw new IllegalArgumentException(
          "checkpointEvery "
              + checkpointEvery.get()
              + " is above the limit "
              + limit.get()
              + ": a try ends at its limit, so a later checkpoint can never be reached");
    }
  }

  /**
   * Limits of a task that runs a chunk as one piece.
   *
   * @param limit the ceiling for one try, above zero
   */
  public static TaskLimits limit(Duration limit) {
    return new TaskLimits(Optional.of(limit), Optional.empty());
  }

  /**
   * Limits of a task whose ceiling depends on where it is deployed: {@code limits.<handler>.limit}
   * of {@code pipeline.yaml} becomes mandatory.
   */
  public static TaskLimits declaredByDeployment() {
    return new TaskLimits(Optional.empty(), Optional.empty());
  }

  /**
   * The same limit with a checkpoint promise.
   *
   * @param every the longest time between two checkpoints, above zero, not above the limit
   */
  public TaskLimits checkpointEvery(Duration every) {
    return new TaskLimits(limit, Optional.of(every));
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be above zero, not " + value);
    }
  }
}
