package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.Locale;

/** Prints durations as people read them. */
final class Figures {
  private Figures() {}

  /** In milliseconds, with one decimal below ten. */
  static String ms(Duration time) {
    double millis = time.toNanos() / 1e6;
    return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis);
  }
}
