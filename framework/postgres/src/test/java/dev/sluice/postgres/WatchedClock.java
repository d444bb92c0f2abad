package dev.sluice.postgres;

import static org.awaitility.Awaitility.await;

import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The machine's time, and how often a check has looked at it: once, then twice for each ask. */
final class WatchedClock implements Clock {
  private final Clock real = new SystemClock();
  private final AtomicInteger readings = new AtomicInteger();

  @Override
  public long nanos() {
    readings.incrementAndGet();
    return real.nanos();
  }

  @Override
  public long epochMillis() {
    return real.epochMillis();
  }

  /** How many asks have failed. */
  int asks() {
    return (readings.get() - 1) / 2;
  }

  void awaitFirstFailure() {
    await().atMost(Duration.ofSeconds(30)).until(() -> asks() > 0);
  }
}
