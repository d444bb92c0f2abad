package dev.sluice.audit.launch;

import java.util.Locale;
import java.util.Map;

/** Names of signals. */
public final class Signals {
  private static final Map<String, String> NUMBERS =
      Map.of(
          "1", "HUP", "2", "INT", "3", "QUIT", "6", "ABRT", "9", "KILL", "10", "USR1", "12", "USR2",
          "15", "TERM", "28", "WINCH");

  private Signals() {}

  /**
   * The name without {@code SIG}, in capitals, of a name or of a number as x86 and ARM count them;
   * what is neither is returned as it is.
   */
  public static String name(String written) {
    String upper = written.toUpperCase(Locale.ROOT);
    String bare = upper.startsWith("SIG") ? upper.substring(3) : upper;
    return NUMBERS.getOrDefault(bare, bare);
  }
}
