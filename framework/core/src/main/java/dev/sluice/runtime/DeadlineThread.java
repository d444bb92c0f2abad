package dev.sluice.runtime;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Holds the worker's deadline on a thread of its own, so that no handler, event loop or shutdown
 * hook can stretch it. Idle until armed.
 */
public final class DeadlineThread {

  /** What happens while the deadline runs. Called on the deadline thread; must not block. */
  public interface Watch {
    /** Every interval while the deadline has not been reached. */
    void tick();

    /**
     * The deadline is reached.
     *
     * @return the code the process is halted with
     */
    int expired();
  }

  private final Clock clock;
  private final IntConsumer halt;
  private final Duration interval;
  private final Thread thread;
  private volatile Watch watch;
  private volatile long deadlineNanos;
  private volatile boolean dismissed;

  /**
   * @param clock monotonic time
   * @param interval between two ticks
   */
  public DeadlineThread(Clock clock, Duration interval) {
    this(clock, interval, DeadlineThread::haltNow);
  }

  DeadlineThread(Clock clock, Duration interval, IntConsumer halt) {
    this.clock = clock;
    this.interval = interval;
    this.halt = halt;
    this.thread = new Thread(this::run, "sluice-deadline");
    thread.setDaemon(true);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Ends the process at once: no hook runs, nothing is flushed. */
  static void haltNow(int exitCode) {
    Runtime.getRuntime().halt(exitCode);
  }

  /**
   * Sets the deadline; a second call moves it.
   *
   * @param atNanos by the clock
   */
  public void arm(long atNanos, Watch watcher) {
    deadlineNanos = atNanos;
    watch = watcher;
    LockSupport.unpark(thread);
  }

  /** Brings an armed deadline forward; never puts it off. */
  public void notLaterThan(long atNanos) {
    if (watch != null && atNanos - deadlineNanos < 0) {
      deadlineNanos = atNanos;
      LockSupport.unpark(thread);
    }
  }

  /** Ends the thread without halting, for a worker that does not own its process. */
  public void dismiss() {
    dismissed = true;
    LockSupport.unpark(thread);
  }

  /** False when the thread has died, which fails liveness. */
  public boolean alive() {
    return thread.isAlive();
  }

  private void run() {
    long nextTick = 0;
    boolean ticking = false;
    while (!dismissed) {
      Watch current = watch;
      if (current == null) {
        LockSupport.park(this);
        continue;
      }
      long now = clock.nanos();
      if (deadlineNanos - now <= 0) {
        halt.accept(current.expired());
        return;
      }
      if (!ticking) {
        ticking = true;
        nextTick = now + interval.toNanos();
      } else if (nextTick - now <= 0) {
        current.tick();
        nextTick = now + interval.toNanos();
      }
      LockSupport.parkNanos(this, Math.min(deadlineNanos - now, nextTick - now));
    }
  }
}
