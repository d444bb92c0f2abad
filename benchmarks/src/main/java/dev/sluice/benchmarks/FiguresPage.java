package dev.sluice.benchmarks;

/** The place in a page of the documentation where the current figures stand. */
final class FiguresPage {
  private static final String BEGIN = "<!-- figures, written by scripts/bench -->\n";
  private static final String END = "<!-- end of figures -->\n";

  private FiguresPage() {}

  /**
   * The page with these figures instead of those it has.
   *
   * @throws IllegalArgumentException when it has no place for them
   */
  static String with(String page, String table) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the page has no place for figures: a line '"
              + BEGIN.strip()
              + "' and behind it a line '"
              + END.strip()
              + "'");
    }
    return page.substring(0, begin + BEGIN.length()) + "\n" + table + "\n" + page.substring(end);
  }
}
