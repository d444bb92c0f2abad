package dev.sluice.testkit;

import dev.sluice.time.Clock;
import java.time.Duration;

/**
 * A clock that stands still until it is moved. Starts below zero, as a real monotonic one may. Safe
 * to read from any thread; moved by one.
 */
public final class ManualClock implements Clock {
  private static final long START_NANOS = -3_000_000_000L;
  private static final long START_EPOCH_MILLIS = 1_700_000_000_000L;

  private volatile long nanos = START_NANOS;

  /** A clock that stands at its beginning. */
  public ManualClock() {}

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long epochMillis() {
    return START_EPOCH_MILLIS + (nanos - START_NANOS) / 1_000_000;
  }

  /** Moves the clock forward. Timers that become due do not fire by that. */
  public void advance(Duration by) {
    moveTo(nanos + by.toNanos());
  }

  /**
   * Moves the clock to a reading of {@link #nanos()}.
   *
   * @throws IllegalArgumentException when that lies in the past
   */
  public void moveTo(long at) {
    if (at - nanos < 0) {
      throw new IllegalArgumentException(
          "a monotonic clock can't go back by " + Duration.ofNanos(nanos - at));
    }
    nanos = at;
  }
}
