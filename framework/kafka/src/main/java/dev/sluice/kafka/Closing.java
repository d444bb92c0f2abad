package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;

/**
 * Whether the source is being closed, and until when. Begun from any thread, so that the poll
 * thread notices wherever it waits.
 */
final class Closing {
  private final Clock clock;
  private volatile long deadlineNanos;
  private volatile boolean begun;

  Closing(Clock clock) {
    this.clock = clock;
  }

  /**
   * From here on nothing is waited for but what a close itself needs.
   *
   * @param within the time for it
   */
  void begin(Duration within) {
    deadlineNanos = clock.nanos() + within.toNanos();
    begun = true;
  }

  boolean begun() {
    return begun;
  }

  /** What is left of the time, never negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanos()));
  }
}
