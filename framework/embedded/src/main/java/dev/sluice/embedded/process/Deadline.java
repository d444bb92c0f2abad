package dev.sluice.embedded.process;

import java.time.Duration;

/** A point in monotonic time by which something must have happened. */
public final class Deadline {
  private final long at;

  private Deadline(long at) {
    this.at = at;
  }

  /** The point this long from now. */
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** What is left; never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
  }

  /** True when nothing is left. */
  public boolean passed() {
    return left().isZero();
  }
}
