package dev.sluice.kafka;

import dev.sluice.time.Clock;

/** A clock that runs so many times as fast as the real one. */
record FastClock(int times) implements Clock {

  @Override
  public long nanos() {
    return System.nanoTime() * times;
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }
}
