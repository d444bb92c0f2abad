package dev.sluice.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential pauses with jitter: doubled each time up to a ceiling, then between half and whole.
 */
final class Backoff {
  private final Duration initial;
  private final Duration max;
  private final RandomGenerator random;

  Backoff(Duration initial, Duration max, RandomGenerator random) {
    this.initial = initial;
    this.max = max;
    this.random = random;
  }

  /**
   * The pause before the next try.
   *
   * @param failures how often it has failed, at least 1
   */
  Duration after(int failures) {
    long ceiling = max.toNanos();
    long pause = Math.min(initial.toNanos(), ceiling);
    for (int i = 1; i < failures && pause < ceiling; i++) {
      pause = Math.min(pause * 2, ceiling);
    }
    return Duration.ofNanos(pause / 2 + (long) (random.nextDouble() * (pause - pause / 2)));
  }
}
