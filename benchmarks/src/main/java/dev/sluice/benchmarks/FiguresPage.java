package dev.sluice.benchmarks;

/**
 * A place in a page of the documentation where current figures stand.
 *
 * @param begin the line before
 * @param end the line behind
 */
record FiguresPage(String begin, String end) {

  /** The place for the figures of a {@link Part}, by the name of its files. */
  static FiguresPage of(String name) {
    return new FiguresPage(
        "<!-- " + name + " figures, written by scripts/bench -->\n",
        "<!-- end of " + name + " figures -->\n");
  }

  /**
   * The page with these figures instead of those it has.
   *
   * @throws IllegalArgumentException when it has no place for them
   */
  String with(String page, String table) {
    int from = page.indexOf(begin);
    int to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          "the page has no place for figures: a line '"
              + begin.strip()
              + "' and behind it a line '"
              + end.strip()
              + "'");
    }
    return page.substring(0, from + begin.length()) + "\n" + table + "\n" + page.substring(to);
  }
}
