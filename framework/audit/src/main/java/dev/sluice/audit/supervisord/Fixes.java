package dev.sluice.audit.supervisord;

import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDuration;

/** What to write in place of a number that supervisord refuses. */
final class Fixes {
  private Fixes() {}

  /** For {@code 90s} it is {@code 90}: supervisord's figures have no unit. */
  static String integer(String key, String text, long byDefault) {
    if (!key.endsWith("secs")) {
      return "write a whole number, for example " + key + "=" + byDefault;
    }
    try {
      long seconds = Durations.ceilSeconds(Durations.parse(key, text));
      return "write " + key + "=" + seconds + ": whole seconds without a unit";
    } catch (InvalidDuration e) {
      return "write whole seconds without a unit, for example " + key + "=" + byDefault;
    }
  }
}
