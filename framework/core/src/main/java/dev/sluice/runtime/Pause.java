package dev.sluice.runtime;

import dev.sluice.time.Timers;
import java.time.Duration;

/** A time in which nothing starts. On the event loop. */
final class Pause {
  private final Timers timers;
  private Timers.Timer timer;

  Pause(Timers timers) {
    this.timers = timers;
  }

  boolean on() {
    return timer != null;
  }

  /**
   * Begins; none is on.
   *
   * @param over runs at its end, unless it is cancelled
   */
  void begin(Duration time, Runnable over) {
    timer =
        timers.once(
            time,
            () -> {
              timer = null;
              over.run();
            });
  }

  void cancel() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
