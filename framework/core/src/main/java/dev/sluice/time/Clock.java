package dev.sluice.time;

import java.time.Duration;

/** Monotonic time. Implementations are safe from any thread. */
public interface Clock {

  /** Nanoseconds since an arbitrary origin; differences of two readings are what counts. */
  long nanos();

  /** Milliseconds since the epoch, for what people read; not for measuring. */
  long epochMillis();

  /** The time since an earlier reading of {@link #nanos()}. */
  default Duration since(long nanos) {
    return Duration.ofNanos(nanos() - nanos);
  }
}
