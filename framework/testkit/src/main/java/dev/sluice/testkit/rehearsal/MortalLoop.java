package dev.sluice.testkit.rehearsal;

import dev.sluice.runtime.EventLoop;
import dev.sluice.time.Timers;
import java.time.Duration;

/**
 * The event loop and the timers of one worker, which stop turning for it when it dies: what was
 * posted or set never happens.
 */
final class MortalLoop implements EventLoop, Timers {
  private final EventLoop loop;
  private final Timers timers;
  private volatile boolean dead;

  MortalLoop(EventLoop loop, Timers timers) {
    this.loop = loop;
    this.timers = timers;
  }

  /** From now on nothing happens. */
  void die() {
    dead = true;
  }

  boolean dead() {
    return dead;
  }

  @Override
  public void execute(Runnable action) {
    loop.execute(alive(action));
  }

  @Override
  public boolean isCurrent() {
    return loop.isCurrent();
  }

  @Override
  public Timer once(Duration delay, Runnable action) {
    return timers.once(delay, alive(action));
  }

  @Override
  public Timer every(Duration interval, Runnable action) {
    return timers.every(interval, alive(action));
  }

  private Runnable alive(Runnable action) {
    return () -> {
      if (!dead) {
        action.run();
      }
    };
  }
}
