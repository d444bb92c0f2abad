package dev.sluice.time;

/** The machine's own time. */
public final class SystemClock implements Clock {

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }
}
