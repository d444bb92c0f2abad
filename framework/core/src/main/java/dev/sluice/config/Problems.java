package dev.sluice.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects problems so that they are shown together. Belongs to one thread. */
public final class Problems {
  private final List<ConfigProblem> found = new ArrayList<>();

  /** Notes a problem; see {@link ConfigProblem} for the parts. */
  public void add(Location at, String key, String text) {
    found.add(new ConfigProblem(at, key, text));
  }

  /** How many were noted. */
  public int count() {
    return found.size();
  }

  /**
   * Ends the collecting.
   *
   * @throws ConfigException with all problems, ordered by line, if there are any
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      List<ConfigProblem> ordered = new ArrayList<>(found);
      ordered.sort(Comparator.comparingInt(problem -> problem.at().line()));
      throw new ConfigException(ordered);
    }
  }
}
