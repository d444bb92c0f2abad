package dev.sluice.runtime;

import dev.sluice.drain.Course;
import java.util.function.IntSupplier;

/**
 * Ends the process at a moment that nothing can put off. A port, so that the test kit and the
 * simulation can hold it without a thread and without ending a process. Callable from any thread.
 */
public interface Deadline {

  /**
   * What happens while the deadline runs. Called on threads of its own, because what it writes to
   * may be a pipe that nobody reads: the deadline waits for neither.
   */
  interface Watch {
    /** Every interval while the deadline has not been reached; not while the last one hangs. */
    void tick();

    /**
     * The deadline is reached.
     *
     * @return the code the process is halted with; {@link Course#CUT} is taken when this fails or
     *     is not back in time
     */
    int expired();
  }

  /**
   * Sets the deadline; a second call moves it.
   *
   * @param atNanos by the worker's clock
   * @param watch is asked when it is reached
   */
  void arm(long atNanos, Watch watch);

  /** Brings an armed deadline forward; never puts it off. */
  void notLaterThan(long atNanos);

  /**
   * Ends the process now, after its last words.
   *
   * @param words says them and answers with the exit code
   * @param otherwise the exit code when they fail or hang
   */
  void haltAfter(IntSupplier words, int otherwise);
}
