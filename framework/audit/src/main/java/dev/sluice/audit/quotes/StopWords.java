package dev.sluice.audit.quotes;

import java.util.List;
import java.util.Locale;

/** Tells whether a text speaks of a stop. */
final class StopWords {
  private static final List<String> STARTS =
      List.of(
          "stop",
          "shutdown",
          "grace",
          "drain",
          "terminat",
          "sigterm",
          "sigkill",
          "timeout",
          "wait",
          "kill",
          "prestop",
          "evict",
          "deadline");
  private static final List<String> WORDS = List.of("window", "windows");
  private static final List<String> PAIRS =
      List.of("shut down", "shuts down", "shutting down", "time-out", "time out", "timed out");

  private StopWords() {}

  /** True when a word of it begins like one of those that go with a stop. */
  static boolean in(CharSequence text) {
    String lower = text.toString().toLowerCase(Locale.ROOT);
    boolean inWord = false;
    for (int i = 0; i < lower.length(); i++) {
      boolean letter = Character.isLetter(lower.charAt(i));
      if (letter && !inWord && begins(lower, i)) {
        return true;
      }
      inWord = letter;
    }
    return false;
  }

  private static boolean begins(String text, int at) {
    for (String start : STARTS) {
      if (text.startsWith(start, at)) {
        return true;
      }
    }
    for (String pair : PAIRS) {
      if (text.startsWith(pair, at)) {
        return true;
      }
    }
    for (String word : WORDS) {
      int end = at + word.length();
      if (text.startsWith(word, at)
          && (end == text.length() || !Character.isLetter(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }
}
