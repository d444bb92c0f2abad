package dev.sluice.runtime;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long each phase of a stop took. Written by the event loop, read by any thread. */
final class Phases {

  /**
   * One phase.
   *
   * @param name intake, drain, settle or close
   * @param budget what it was allowed; intake and drain share the time the limits need
   * @param took how long it took, so far if it is still running
   */
  record Phase(String name, Duration budget, Duration took) {}

  private record Entry(String name, Duration budget, long startNanos, long endNanos) {}

  private static final long RUNNING = Long.MIN_VALUE;

  private final Clock clock;
  private final List<Entry> entries = new ArrayList<>();

  Phases(Clock clock) {
    this.clock = clock;
  }

  /** Ends the current phase and begins the next. */
  synchronized void begin(String name, Duration budget) {
    long now = clock.nanos();
    end(now);
    entries.add(new Entry(name, budget, now, RUNNING));
  }

  /** Ends the current phase. */
  synchronized void end() {
    end(clock.nanos());
  }

  private void end(long now) {
    int last = entries.size() - 1;
    if (last >= 0 && entries.get(last).endNanos == RUNNING) {
      Entry open = entries.get(last);
      entries.set(last, new Entry(open.name, open.budget, open.startNanos, now));
    }
  }

  synchronized List<Phase> list() {
    long now = clock.nanos();
    return entries.stream()
        .map(
            entry ->
                new Phase(
                    entry.name,
                    entry.budget,
                    Duration.ofNanos(
                        (entry.endNanos == RUNNING ? now : entry.endNanos) - entry.startNanos)))
        .toList();
  }
}
