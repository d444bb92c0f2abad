package dev.sluice.chain;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and prints durations in the forms of {@code pipeline.yaml}: {@code 90s}, {@code 2m}, {@code
 * 1m30s}, {@code 1h}, {@code 1500ms}, ISO-8601 {@code PT2M}, a bare number of seconds; each number
 * may have decimals. The chart's templates read the same forms.
 */
public final class Durations {
  /** The largest accepted duration: a year. Anything beyond is a typing mistake. */
  public static final Duration MAX = Duration.ofDays(365);

  // The digits are bounded per unit so that neither Java nor a template can overflow 64 bits.
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:(0|[1-9][0-9]{0,3})(?:\\.([0-9]{1,9}))?h)?"
              + "(?:(0|[1-9][0-9]{0,5})(?:\\.([0-9]{1,9}))?m)?"
              + "(?:(0|[1-9][0-9]{0,7})(?:\\.([0-9]{1,9}))?s)?"
              + "(?:(0|[1-9][0-9]{0,10})(?:\\.([0-9]{1,6}))?ms)?");
  private static final Pattern BARE = Pattern.compile("[0-9.]+");
  private static final Pattern ISO = Pattern.compile("PT[0-9.HMS]+");
  private static final long NANOS = 1_000_000_000L;

  private Durations() {}

  /**
   * Reads a duration of zero or more.
   *
   * @param key what the figure is called where it is declared, for the message
   * @param text as written; null counts as missing
   * @throws InvalidDuration if the text has none of the accepted forms or is above {@link #MAX}
   */
  public static Duration parse(String key, String text) {
    if (text == null || text.isEmpty()) {
      throw InvalidDuration.notADuration(key, text);
    }
    Matcher matcher = UNITS.matcher(inUnits(text));
    if (!matcher.matches()) {
      throw InvalidDuration.notADuration(key, text);
    }
    long nanos =
        nanos(matcher, 1, 3600 * NANOS)
            + nanos(matcher, 3, 60 * NANOS)
            + nanos(matcher, 5, NANOS)
            + nanos(matcher, 7, NANOS / 1000);
    Duration duration = Duration.ofNanos(nanos);
    if (duration.compareTo(MAX) > 0) {
      throw InvalidDuration.notADuration(key, text);
    }
    return duration;
  }

  /**
   * Reads a duration above zero.
   *
   * @param key what the figure is called where it is declared, for the message
   * @param text as written; null counts as missing
   * @throws InvalidDuration if the text has none of the accepted forms, is zero or above {@link
   *     #MAX}
   */
  public static Duration parsePositive(String key, String text) {
    Duration duration = parse(key, text);
    if (duration.isZero()) {
      throw InvalidDuration.notPositive(key, text);
    }
    return duration;
  }

  /**
   * Prints a duration in a form that {@link #parse} reads back: {@code 1m30s}, {@code 1500ms},
   * {@code 0s}.
   *
   * @param duration zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public static String print(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("a duration below zero has no form: " + duration);
    }
    int nano = duration.toNanosPart();
    if (nano % 1_000_000 != 0) {
      String decimals = String.format(Locale.ROOT, "%09d", nano).replaceFirst("0+$", "");
      return duration.toSeconds() + "." + decimals + "s";
    }
    if (nano != 0 && duration.toSeconds() < 60) {
      return duration.toMillis() + "ms";
    }
    StringBuilder text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  /**
   * Whole seconds, rounded up: what a layer outside the JVM is given.
   *
   * @param duration zero or more
   */
  public static long ceilSeconds(Duration duration) {
    return duration.plusNanos(NANOS - 1).toSeconds();
  }

  private static String inUnits(String text) {
    if (ISO.matcher(text).matches()) {
      return text.substring(2).toLowerCase(Locale.ROOT);
    }
    return BARE.matcher(text).matches() ? text + "s" : text;
  }

  private static long nanos(Matcher matcher, int group, long unit) {
    String whole = matcher.group(group);
    if (whole == null) {
      return 0;
    }
    String decimals = matcher.group(group + 1);
    long nanos = Long.parseLong(whole) * unit;
    if (decimals == null) {
      return nanos;
    }
    // Nine digits of the unit; milliseconds have six at most, so this stays exact.
    long billionths = Long.parseLong((decimals + "000000000").substring(0, 9));
    return nanos + (unit >= NANOS ? billionths * (unit / NANOS) : billionths / (NANOS / unit));
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
