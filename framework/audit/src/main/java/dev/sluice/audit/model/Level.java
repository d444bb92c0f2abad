package dev.sluice.audit.model;

import java.util.Locale;

/** How much a finding weighs, the heaviest first; the words are those of SARIF. */
public enum Level {
  /** Work is cut, or the declared figures can't hold. */
  ERROR,
  /** A stop may be cut, or a default nobody chose is in force. */
  WARNING,
  /** Worth knowing. */
  NOTE;

  /** As the command line and the reports write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True when this weighs at least as much. */
  public boolean atLeast(Level other) {
    return compareTo(other) <= 0;
  }
}
