package dev.sluice.testkit.simulation;

import java.util.List;

/**
 * What kind of pipeline a schedule runs.
 *
 * @param name says it in a word
 * @param log whether lanes are logs, which settle positions, or queues, which settle records
 */
public record Profile(String name, boolean log) {

  private static final List<Profile> ALL = List.of(new Profile("log-lane", true));

  /** All profiles the engine supports. */
  public static List<Profile> all() {
    return ALL;
  }
}
