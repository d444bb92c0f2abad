package dev.sluice.audit.diagnose;

import java.util.Locale;

/** How much a verdict can be relied on. */
public enum Certainty {
  /** The layer says so itself, or the figures leave nothing else. */
  CERTAIN,
  /** It fits, and nothing that was read speaks against it. */
  LIKELY,
  /** The evidence names no layer, several, or contradicts itself. */
  OPEN;

  /** As reports write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
