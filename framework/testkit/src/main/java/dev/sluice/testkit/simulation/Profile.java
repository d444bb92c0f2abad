package dev.sluice.testkit.simulation;

import dev.sluice.config.Ordering;
import java.util.List;
import java.util.Locale;

/**
 * What kind of pipeline a schedule runs.
 *
 * @param log whether lanes are logs, which settle positions and keep what is carried, or queues,
 *     which settle records
 * @param ordering what is kept in order
 */
public record Profile(boolean log, Ordering ordering) {

  private static final List<Profile> ALL =
      List.of(
          new Profile(true, Ordering.LANE),
          new Profile(true, Ordering.KEY),
          new Profile(true, Ordering.NONE),
          new Profile(false, Ordering.LANE),
          new Profile(false, Ordering.KEY),
          new Profile(false, Ordering.NONE));

  /** All profiles the engine supports. */
  public static List<Profile> all() {
    return ALL;
  }

  /** The profile in a word. */
  public String name() {
    return (log ? "log-" : "queue-") + ordering.name().toLowerCase(Locale.ROOT);
  }
}
