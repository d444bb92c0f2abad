package dev.sluice.chain;

import java.time.Duration;
import java.util.List;

/**
 * A supervisord between the pod and the worker, and the waits of what else it runs.
 *
 * @param ownGroupWaits {@code stopwaitsecs} of the other programs in the worker's group; they stop
 *     together with it
 * @param otherGroupWaits one figure per other group, the largest {@code stopwaitsecs} in it; groups
 *     stop one after the other
 */
public record Supervisor(List<Duration> ownGroupWaits, List<Duration> otherGroupWaits) {
  /** The worker alone. */
  public static final Supervisor ALONE = new Supervisor(List.of(), List.of());

  /**
   * Copies the lists.
   *
   * @throws InvalidDeclaration if a wait is below zero
   */
  public Supervisor {
    ownGroupWaits = List.copyOf(ownGroupWaits);
    otherGroupWaits = List.copyOf(otherGroupWaits);
    for (List<Duration> waits : List.of(ownGroupWaits, otherGroupWaits)) {
      if (waits.stream().anyMatch(Duration::isNegative)) {
        throw new InvalidDeclaration(
            "a supervisor's wait must be zero or more, not one of " + waits);
      }
    }
  }

  /** Groups including the worker's own. */
  public int groups() {
    return 1 + otherGroupWaits.size();
  }

  long ownGroupSeconds() {
    return ownGroupWaits.stream().mapToLong(Durations::ceilSeconds).max().orElse(0);
  }

  long otherGroupSeconds() {
    return otherGroupWaits.stream().mapToLong(Durations::ceilSeconds).sum();
  }
}
