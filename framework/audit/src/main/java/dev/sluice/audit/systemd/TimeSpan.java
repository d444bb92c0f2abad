package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A span of time as systemd writes it: {@code 5min 20s}, {@code 1.5h}, {@code 90}, {@code
 * infinity}. A number without a unit means seconds. Accepts and refuses exactly what {@code
 * systemd-analyze timespan} does.
 */
public final class TimeSpan {
  private static final long SECOND = 1_000_000L;
  private static final long LIMIT = -1L;
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("seconds", SECOND),
          Map.entry("second", SECOND),
          Map.entry("sec", SECOND),
          Map.entry("s", SECOND),
          Map.entry("minutes", 60 * SECOND),
          Map.entry("minute", 60 * SECOND),
          Map.entry("min", 60 * SECOND),
          Map.entry("m", 60 * SECOND),
          Map.entry("months", 2_629_800 * SECOND),
          Map.entry("month", 2_629_800 * SECOND),
          Map.entry("M", 2_629_800 * SECOND),
          Map.entry("msec", 1_000L),
          Map.entry("ms", 1_000L),
          Map.entry("hours", 3_600 * SECOND),
          Map.entry("hour", 3_600 * SECOND),
          Map.entry("hr", 3_600 * SECOND),
          Map.entry("h", 3_600 * SECOND),
          Map.entry("days", 86_400 * SECOND),
          Map.entry("day", 86_400 * SECOND),
          Map.entry("d", 86_400 * SECOND),
          Map.entry("weeks", 604_800 * SECOND),
          Map.entry("week", 604_800 * SECOND),
          Map.entry("w", 604_800 * SECOND),
          Map.entry("years", 31_557_600 * SECOND),
          Map.entry("year", 31_557_600 * SECOND),
          Map.entry("y", 31_557_600 * SECOND),
          Map.entry("usec", 1L),
          Map.entry("us", 1L),
          Map.entry("\u03bcs", 1L),
          Map.entry("\u00b5s", 1L));

  /** The longest first, since a unit is told by the longest name that fits. */
  private static final List<String> NAMES = longestFirst();

  private final String text;
  private int at;
  private long micros;

  private TimeSpan(String text) {
    this.text = text;
  }

  /**
   * Reads a span.
   *
   * @return empty when systemd refuses it; {@link Figure#UNLIMITED} for {@code infinity}
   */
  public static Optional<Duration> parse(String text) {
    if (text.strip().equals("infinity")) {
      return Optional.of(Figure.UNLIMITED);
    }
    TimeSpan span = new TimeSpan(text);
    return span.read()
        ? Optional.of(
            Duration.ofSeconds(
                Long.divideUnsigned(span.micros, SECOND),
                Long.remainderUnsigned(span.micros, SECOND) * 1_000))
        : Optional.empty();
  }

  private boolean read() {
    boolean something = false;
    for (skipBlanks(); at < text.length(); skipBlanks()) {
      if (!readPart()) {
        return false;
      }
      something = true;
    }
    return something;
  }

  private boolean readPart() {
    if (text.charAt(at) == '+') {
      at++;
      if (at == text.length() || !isDigit(text.charAt(at))) {
        return false;
      }
    }
    String whole = digits();
    String fraction = "";
    boolean dotted = at < text.length() && text.charAt(at) == '.';
    if (dotted) {
      at++;
      fraction = digits();
    }
    if (dotted ? fraction.isEmpty() : whole.isEmpty()) {
      return false;
    }
    int end = at;
    skipBlanks();
    long unit = unit();
    // Something must stand between two numbers: 12.34.56 is refused, 12.34 .56 is not.
    return (at > end || at == text.length()) && add(whole, unit) && addFraction(fraction, unit);
  }

  private long unit() {
    for (String name : NAMES) {
      if (text.startsWith(name, at)) {
        at += name.length();
        return UNITS.get(name);
      }
    }
    return SECOND;
  }

  private boolean add(String whole, long unit) {
    long number;
    try {
      number = whole.isEmpty() ? 0 : Long.parseLong(whole);
    } catch (NumberFormatException tooLong) {
      return false;
    }
    return Long.compareUnsigned(number, Long.divideUnsigned(LIMIT, unit)) < 0 && add(number * unit);
  }

  private boolean addFraction(String fraction, long unit) {
    long place = unit / 10;
    for (int i = 0; i < fraction.length() && place > 0; i++, place /= 10) {
      if (!add((fraction.charAt(i) - '0') * place)) {
        return false;
      }
    }
    return true;
  }

  private boolean add(long more) {
    if (Long.compareUnsigned(more, LIMIT - micros) >= 0) {
      return false;
    }
    micros += more;
    return true;
  }

  private String digits() {
    int from = at;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static List<String> longestFirst() {
    List<String> names = new ArrayList<>(UNITS.keySet());
    names.sort(Comparator.comparingInt(String::length).reversed());
    return List.copyOf(names);
  }
}
