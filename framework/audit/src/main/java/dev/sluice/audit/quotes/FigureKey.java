package dev.sluice.audit.quotes;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** What a bare number under a key, behind a flag or behind a command means, as a time. */
final class FigureKey {
  private static final List<String> PARTS =
      List.of(
          "second",
          "secs",
          "timeout",
          "time-out",
          "time_out",
          "grace",
          "wait",
          "period",
          "delay",
          "interval",
          "duration",
          "deadline",
          "window",
          "sleep",
          "visibility",
          "ttl",
          "drain",
          "shutdown",
          "kill",
          "linger",
          "timelimit",
          "time-limit",
          "time_limit");
  private static final List<String> NAMES = List.of("limit", "-t", "--time", "stop");
  private static final List<String> MILLIS = List.of("millis", "msec", "_ms", ".ms", "-ms");
  private static final List<String> MINUTES = List.of("minutes", "mins", "_min", "-min");

  private FigureKey() {}

  /**
   * The milliseconds of one.
   *
   * @return empty when the key does not speak of time, like that of a port or a version
   */
  static OptionalLong unit(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    if (isMillis(key, lower)) {
      return OptionalLong.of(1);
    }
    if (MINUTES.stream().anyMatch(lower::endsWith)) {
      return OptionalLong.of(60_000);
    }
    if (lower.endsWith("hours")) {
      return OptionalLong.of(3_600_000);
    }
    boolean time =
        lower.endsWith("sec") || NAMES.contains(lower) || PARTS.stream().anyMatch(lower::contains);
    return time ? OptionalLong.of(1000) : OptionalLong.empty();
  }

  private static boolean isMillis(String key, String lower) {
    if (lower.equals("ms") || lower.contains("millis")) {
      return true;
    }
    int before = key.length() - 3;
    boolean camel = key.endsWith("Ms") && before >= 0 && Character.isLowerCase(key.charAt(before));
    return camel || MILLIS.stream().anyMatch(lower::endsWith);
  }
}
