package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The real clock, set forward by a test. */
final class JumpClock implements Clock {
  private final AtomicLong ahead = new AtomicLong();

  /** From now on it is so much later. */
  void jump(Duration by) {
    ahead.addAndGet(by.toNanos());
  }

  @Override
  public long nanos() {
    return System.nanoTime() + ahead.get();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis() + Duration.ofNanos(ahead.get()).toMillis();
  }
}
