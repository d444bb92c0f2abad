package dev.sluice.runtime;

import dev.sluice.time.Timers;
import java.time.Duration;

/** How long a chunk that is not full waits for more records. On the event loop. */
final class Linger {
  private static final Timers.Timer NONE = () -> {};

  private final Duration time;
  private final Timers timers;
  private Timers.Timer timer = NONE;
  private boolean waiting;
  private boolean over;

  Linger(Duration time, Timers timers) {
    this.time = time;
    this.timers = timers;
  }

  /**
   * Whether the wait is over; starts it at the first question.
   *
   * @param whenOver runs once when it is
   */
  boolean over(Runnable whenOver) {
    if (over || time.isZero()) {
      return true;
    }
    if (!waiting) {
      waiting = true;
      timer =
          timers.once(
              time,
              () -> {
                if (waiting) {
                  over = true;
                  whenOver.run();
                }
              });
    }
    return false;
  }

  /** A chunk has been cut, or there is nothing to wait for: the next question starts anew. */
  void reset() {
    timer.cancel();
    timer = NONE;
    waiting = false;
    over = false;
  }
}
