package dev.sluice.audit.supervisord;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody meant. */
final class Spelling {
  /** Longer words are compared with nothing: the work grows with the square. */
  private static final int LONGEST = 64;

  private Spelling() {}

  /**
   * The known word that is the nearest to a written one; empty when none is near: two letters
   * differ at most, one in a short word, or it is the same but for {@code _} and {@code -}.
   */
  static Optional<String> nearest(String written, Collection<String> known) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    String word = bare(written);
    String best = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      String other = bare(candidate);
      int distance = distance(word, other);
      if (distance <= (other.length() < 6 ? 1 : 2) && distance < least) {
        best = candidate;
        least = distance;
      }
    }
    if (best == null
        && word.startsWith("stop")
        && (word.contains("wait") || word.contains("timeout"))
        && known.contains("stopwaitsecs")) {
      best = "stopwaitsecs";
    }
    return Optional.ofNullable(best);
  }

  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** How many letters must be put in, taken out or changed to make one word the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
