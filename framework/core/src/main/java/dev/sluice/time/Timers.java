package dev.sluice.time;

import java.time.Duration;

/** Runs actions later on the thread that owns them. */
public interface Timers {

  /** A timer that has been set. */
  @FunctionalInterface
  interface Timer {
    /** Stops the timer; nothing if it has fired already. */
    void cancel();
  }

  /**
   * Runs an action once.
   *
   * @param delay from now; zero or less runs as soon as possible, never inside this call
   */
  Timer once(Duration delay, Runnable action);

  /**
   * Runs an action again and again until cancelled.
   *
   * @param interval at least one millisecond
   */
  Timer every(Duration interval, Runnable action);
}
