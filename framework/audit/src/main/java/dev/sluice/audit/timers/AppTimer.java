package dev.sluice.audit.timers;

import dev.sluice.audit.model.Figure;
import java.util.Optional;

/**
 * A timer inside an application that ends its work during a stop.
 *
 * @param name for tables: {@code gunicorn graceful_timeout}
 * @param figure what is set, or the application's default
 * @param ends true when the work is ended at that time; false when it only tells how long the
 *     application believes it has
 * @param drainsOn the signal the application drains on, where it is not TERM, without {@code SIG}
 * @param fromStart true when it counts from the start of the program, not from its stop
 */
public record AppTimer(
    String name, Figure figure, boolean ends, Optional<String> drainsOn, boolean fromStart) {

  /** A timer that counts from the stop. */
  public AppTimer(String name, Figure figure, boolean ends, Optional<String> drainsOn) {
    this(name, figure, ends, drainsOn, false);
  }
}
