package dev.sluice.audit.diagnose;

import java.time.Duration;
import java.util.Locale;

/**
 * How long a stop had been going on when it ended, from the signal on.
 *
 * @param least at least that long
 * @param most at most that long
 */
record Lasted(Duration least, Duration most) {
  private static final long EXACT_MS = 200;

  /** Swaps nothing: a time below zero is a clock that was set, and counts as none. */
  Lasted {
    if (least.isNegative()) {
      least = Duration.ZERO;
    }
    if (most.compareTo(least) < 0) {
      most = least;
    }
  }

  static Lasted exactly(Duration time) {
    return new Lasted(time, time);
  }

  /** {@code 10.0 s}, or {@code 8.0 to 10.0 s}. */
  String text() {
    return most.minus(least).toMillis() <= EXACT_MS
        ? seconds(most)
        : String.format(Locale.ROOT, "%.1f to %s", least.toMillis() / 1000.0, seconds(most));
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
