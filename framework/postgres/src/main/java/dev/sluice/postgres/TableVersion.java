package dev.sluice.postgres;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a table of Sluice, as its comment in the database says. A comment goes wherever
 * the table goes, also through a dump of that table alone, and whoever sees the table may read it.
 *
 * @param number 0 when there is no table
 * @param usableFrom the oldest version that a release must know to work on this one
 */
record TableVersion(int number, int usableFrom) {
  private static final Pattern MARK =
      Pattern.compile("sluice-schema=([0-9]{1,6}) usable-from=([0-9]{1,6})");

  /** There is no table. */
  static final TableVersion NONE = new TableVersion(0, 0);

  /** Version 1 has no comment. */
  private static final TableVersion FIRST = new TableVersion(1, 1);

  /**
   * Reads the comment of a table that exists; words around it don't matter.
   *
   * @param comment or null
   */
  static TableVersion of(String comment) {
    Matcher mark = MARK.matcher(comment == null ? "" : comment);
    return mark.find()
        ? new TableVersion(Integer.parseInt(mark.group(1)), Integer.parseInt(mark.group(2)))
        : FIRST;
  }

  /** Whether a release that knows versions up to that one must leave the table alone. */
  boolean isBeyond(int known) {
    return usableFrom > known;
  }
}
