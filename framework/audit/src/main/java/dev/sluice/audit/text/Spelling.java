package dev.sluice.audit.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What somebody probably meant who wrote a word that nobody knows. */
public final class Spelling {
  private static final int LONGEST = 64;

  private Spelling() {}

  /**
   * The known word that a mistyped one is nearest to.
   *
   * @param word as written; of more than 64 characters nothing is said
   * @param known the words to choose from
   * @return empty when none is near: at most two letters apart, or one begins with the other
   */
  public static Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() < 3 || word.length() > LONGEST) {
      return Optional.empty();
    }
    String wanted = word.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(candidate -> near(wanted, candidate.toLowerCase(Locale.ROOT)))
        .min(
            Comparator.comparingInt(
                    (String candidate) -> distance(wanted, candidate.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean near(String wanted, String candidate) {
    return distance(wanted, candidate) <= 2
        || (wanted.length() > 5 && (candidate.startsWith(wanted) || wanted.startsWith(candidate)));
  }

  /** Letters to insert, to leave out or to replace. */
  private static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[other.length()];
  }
}
