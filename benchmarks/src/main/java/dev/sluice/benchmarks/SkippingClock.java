package dev.sluice.benchmarks;

import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.time.Duration;

/** The machine's time, which costs what it costs, put forward to make timers due. */
final class SkippingClock implements Clock {
  private final Clock real = new SystemClock();
  private long skipped;

  @Override
  public long nanos() {
    return real.nanos() + skipped;
  }

  @Override
  public long epochMillis() {
    return real.epochMillis();
  }

  void skip(Duration time) {
    skipped += time.toNanos();
  }
}
