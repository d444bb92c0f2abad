package dev.sluice.runtime;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.time.Duration;

/**
 * The limits of all tries of an engine by one timer: the limit is the same for all, so who has
 * started first reaches it first. A timer a try would cost more than all else that is done for a
 * small one. On the event loop.
 */
final class TryLimits {
  private static final Timers.Timer NONE = () -> {};

  private final long limitNanos;
  private final Clock clock;
  private final Timers timers;
  // The tries that run, in the order of their starts; both ends meet here.
  private final Limit ends = new Limit(0, () -> {});
  private Timers.Timer timer = NONE;
  private boolean armed;

  TryLimits(Duration limit, Clock clock, Timers timers) {
    this.limitNanos = limit.toNanos();
    this.clock = clock;
    this.timers = timers;
  }

  /**
   * Watches a try that has just been started.
   *
   * @param startedNanos when it was, by the clock
   * @param onLimit runs once the limit is over, unless cancelled
   */
  Timers.Timer watch(long startedNanos, Runnable onLimit) {
    Limit added = new Limit(startedNanos + limitNanos, onLimit);
    added.before = ends.before;
    added.behind = ends;
    ends.before.behind = added;
    ends.before = added;
    if (!armed) {
      arm();
    }
    return added;
  }

  private void arm() {
    armed = true;
    timer = timers.once(Duration.ofNanos(ends.behind.dueNanos - clock.nanos()), this::look);
  }

  private void look() {
    armed = false;
    try {
      long now = clock.nanos();
      while (ends.behind != ends && ends.behind.dueNanos - now <= 0) {
        Limit over = ends.behind;
        over.unlink();
        over.onLimit.run();
      }
    } finally {
      if (ends.behind != ends && !armed) {
        arm();
      }
    }
  }

  private void emptied() {
    if (armed && ends.behind == ends) {
      armed = false;
      timer.cancel();
    }
  }

  private final class Limit implements Timers.Timer {
    private final long dueNanos;
    private final Runnable onLimit;
    private Limit before = this;
    private Limit behind = this;

    Limit(long dueNanos, Runnable onLimit) {
      this.dueNanos = dueNanos;
      this.onLimit = onLimit;
    }

    void unlink() {
      before.behind = behind;
      behind.before = before;
      before = this;
      behind = this;
    }

    @Override
    public void cancel() {
      unlink();
      emptied();
    }
  }
}
