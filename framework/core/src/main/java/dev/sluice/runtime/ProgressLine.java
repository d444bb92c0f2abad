package dev.sluice.runtime;

import dev.sluice.time.Clock;
import java.util.Locale;
import java.util.Optional;

/**
 * What a person sees while records flow: settled of what this run has to do, rate, in flight, lag.
 */
final class ProgressLine {
  private final Clock clock;
  private final Tally tally;
  private long lastNanos;
  private long lastSettled;

  ProgressLine(Clock clock, Tally tally) {
    this.clock = clock;
    this.tally = tally;
    this.lastNanos = clock.nanos();
  }

  /** The next line, or empty when nothing has been settled since the last one. */
  Optional<String> next(EngineSnapshot snapshot) {
    long now = clock.nanos();
    long settled = tally.settled.get();
    long since = settled - lastSettled;
    double seconds = Math.max(1, now - lastNanos) / 1e9;
    lastNanos = now;
    if (settled == lastSettled) {
      return Optional.empty();
    }
    lastSettled = settled;
    long total = settled + snapshot.remaining();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "settled %,d / %,d   %,.0f rec/s   in flight %d   lag %,d",
            settled,
            total,
            since / seconds,
            tally.triesInFlight.get(),
            snapshot.lag()));
  }
}
