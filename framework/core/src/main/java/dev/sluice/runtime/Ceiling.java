package dev.sluice.runtime;

import dev.sluice.time.Clock;
import java.time.Duration;

/**
 * Counts what one lane gives up in a sliding time: an outage that nobody recognised must not become
 * mass dead-lettering. Memory is one long for each dead letter it allows. On the event loop.
 */
final class Ceiling {
  private final Clock clock;
  private final long perNanos;
  private final long[] times;
  private int count;

  Ceiling(Clock clock, int most, Duration per) {
    this.clock = clock;
    this.perNanos = per.toNanos();
    this.times = new long[most];
  }

  /** Takes one; false when that would be one too many. */
  boolean take() {
    long now = clock.nanos();
    int slot = count % times.length;
    if (count >= times.length && now - times[slot] < perNanos) {
      return false;
    }
    times[slot] = now;
    count++;
    if (count == 2 * times.length) {
      count = times.length;
    }
    return true;
  }
}
