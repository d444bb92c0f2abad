package dev.sluice.audit.kubernetes;

/** Texts of a user as messages show them: one line, not too long. */
final class Shown {
  private static final int LONGEST = 60;

  private Shown() {}

  /** The text without control characters, its end cut off when it is long. */
  static String text(String text) {
    int end = Math.min(text.length(), LONGEST);
    StringBuilder shown = new StringBuilder(end + 1);
    for (int i = 0; i < end; i++) {
      char at = text.charAt(i);
      shown.append(Character.isISOControl(at) ? ' ' : at);
    }
    return end < text.length() ? shown.append('…').toString() : shown.toString();
  }
}
