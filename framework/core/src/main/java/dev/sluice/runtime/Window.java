package dev.sluice.runtime;

import java.time.Duration;

/**
 * The worker's own shutdown figures, exact, as the chain derives them.
 *
 * @param pipeline whose they are, for the report
 * @param need how long started tries may take
 * @param commit the time to settle
 * @param close the time to leave
 */
record Window(String pipeline, Duration need, Duration commit, Duration close) {

  /** Before the configuration is read, nothing has been taken: only the time to leave is needed. */
  static final Window UNKNOWN =
      new Window("", Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10));

  /** The worker's deadline, counted from the stop request: need + commit + close. */
  Duration whole() {
    return need.plus(commit).plus(close);
  }
}
