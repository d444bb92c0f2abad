package dev.sluice.testkit.simulation;

import dev.sluice.config.Ordering;
import java.util.List;
import java.util.Locale;

/**
 * What kind of pipeline a schedule runs.
 *
 * @param log whether lanes are logs, which settle positions and keep what is carried, or queues,
 *     which settle records
 * @param keeps whether queues keep what has failed, as a table of jobs does; jobs can be cancelled
 * @param ordering what is kept in order
 */
public record Profile(boolean log, boolean keeps, Ordering ordering) {

  private static final List<Profile> ALL =
      List.of(
          new Profile(true, false, Ordering.LANE),
          new Profile(true, false, Ordering.KEY),
          new Profile(true, false, Ordering.NONE),
          new Profile(false, false, Ordering.LANE),
          new Profile(false, false, Ordering.KEY),
          new Profile(false, false, Ordering.NONE),
          // What has failed is passed by those behind it: no order to look at.
          new Profile(false, true, Ordering.NONE));

  /** All profiles the engine supports. */
  public static List<Profile> all() {
    return ALL;
  }

  /** The profile in a word. */
  public String name() {
    return (log ? "log-" : keeps ? "table-" : "queue-") + ordering.name().toLowerCase(Locale.ROOT);
  }
}
