package dev.sluice.config.bind;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses what a mistyped word was meant to be. */
public final class Suggestion {

  private Suggestion() {}

  /**
   * The candidate that needs the fewest edits to become the word: insertions, deletions,
   * replacements and swaps of neighbours, one for about every three letters and at least one.
   */
  public static Optional<String> closest(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= Math.max(1, longer(word, candidate) / 3))
        .min(
            Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** {@code "; did you mean 'x'?"} or nothing, to be put behind a message. */
  public static String hint(String word, Collection<String> candidates) {
    return closest(word, candidates).map(best -> "; did you mean '" + best + "'?").orElse("");
  }

  private static int longer(String a, String b) {
    return Math.max(letters(a).length(), letters(b).length());
  }

  private static int distance(String first, String second) {
    String a = letters(first);
    String b = letters(second);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      cost[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      cost[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = best;
      }
    }
    return cost[a.length()][b.length()];
  }

  // bootstrap-servers and bootstrapServers are the same mistake away: none.
  private static String letters(String word) {
    String bounded = word.length() > 100 ? word.substring(0, 100) : word;
    return bounded.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }
}
