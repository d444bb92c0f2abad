package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * The machine's time, until it is told to stand still: whoever looks then, except the test, never
 * comes back, while a minute has passed for the test.
 */
final class StandingClock implements Clock {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final Clock real = new SystemClock();
  private final Thread test = Thread.currentThread();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile boolean standing;

  void standStill() {
    standing = true;
  }

  void release() {
    standing = false;
    released.countDown();
  }

  @Override
  public long nanos() {
    if (!standing) {
      return real.nanos();
    }
    if (Thread.currentThread() == test) {
      return real.nanos() + MINUTE;
    }
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return real.nanos();
  }

  @Override
  public long epochMillis() {
    return real.epochMillis();
  }
}
