package dev.sluice.testkit.contract;

import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of one worker, which goes on while its process stands still. Thread-safe. */
final class MemberClock implements Clock {
  private final Clock real = new SystemClock();
  private final AtomicLong aheadNanos = new AtomicLong();

  @Override
  public long nanos() {
    return real.nanos() + aheadNanos.get();
  }

  @Override
  public long epochMillis() {
    return real.epochMillis() + Duration.ofNanos(aheadNanos.get()).toMillis();
  }

  /**
   * More time has passed than the test has taken: a broker in memory has no sessions to wait for.
   */
  void skip(Duration time) {
    aheadNanos.addAndGet(time.toNanos());
  }
}
