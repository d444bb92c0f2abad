package dev.sluice.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast a wire is.
 *
 * @param latency what each transfer takes, however small
 * @param bytesPerSecond what each byte takes
 */
record Pace(Duration latency, int bytesPerSecond) {
  static final Pace FULL = new Pace(Duration.ZERO, Integer.MAX_VALUE);

  /** Takes as long as so many bytes do; blocks. */
  void passed(int bytes) {
    if (equals(FULL)) {
      return;
    }
    long nanos = latency.toNanos() + TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
    long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
