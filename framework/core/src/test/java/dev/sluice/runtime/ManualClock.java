package dev.sluice.runtime;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Starts below zero, as a real one may. */
final class ManualClock implements Clock {
  private final AtomicLong nanos = new AtomicLong(-3_000_000_000L);

  private final AtomicLong readings = new AtomicLong();

  @Override
  public long nanos() {
    readings.incrementAndGet();
    return nanos.get();
  }

  /** How often the clock was read, so that a test can wait until somebody has looked. */
  long readings() {
    return readings.get();
  }

  @Override
  public long epochMillis() {
    return 1_700_000_000_000L + nanos.get() / 1_000_000;
  }

  void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  void moveTo(long at) {
    nanos.set(at);
  }
}
