package dev.sluice.audit.report;

import java.util.Locale;

/**
 * One line of the summary.
 *
 * @param question what must be true
 * @param answer whether it is
 * @param note why
 */
public record ChecklistLine(String question, Answer answer, String note) {

  /** Whether it is true. */
  public enum Answer {
    /** It is. */
    PASS,
    /** It is not. */
    FAIL,
    /** The files don't tell. */
    UNKNOWN;

    /** As reports write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
