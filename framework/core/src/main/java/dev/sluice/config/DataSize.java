package dev.sluice.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of data.
 *
 * @param bytes 0 or more
 */
public record DataSize(long bytes) implements Comparable<DataSize> {

  /** What {@link #parse} accepts, for messages. */
  public static final String ACCEPTED =
      "a size in whole bytes with an optional unit: 1048576, 64KiB, 1MiB, 2GiB, 500kB, 10MB, 1GB";

  private static final Map<String, Long> UNITS = units();

  /**
   * The forms that {@link #parse} accepts, as a regular expression that Java and ECMAScript read
   * alike; only what is more than 8 EiB has the form and is refused.
   */
  public static final String PATTERN =
      "(0|[1-9][0-9]{0,18})(" + String.join("|", UNITS.keySet()) + ")";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /** Refuses a negative amount. */
  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size can't be negative: " + bytes);
    }
  }

  /**
   * Reads a size such as {@code 1MiB}, {@code 500kB} or {@code 4096}.
   *
   * @throws IllegalArgumentException saying what is accepted
   */
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not " + ACCEPTED);
    }
    try {
      return new DataSize(
          Math.multiplyExact(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2))));
    } catch (ArithmeticException | NumberFormatException tooLarge) {
      throw new IllegalArgumentException("'" + text + "' is more than 8 EiB", tooLarge);
    }
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** The shortest text that {@link #parse} reads back to the same size. */
  @Override
  public String toString() {
    String best = Long.toString(bytes);
    for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
      if (bytes > 0 && bytes % unit.getValue() == 0) {
        String text = bytes / unit.getValue() + unit.getKey();
        best = text.length() < best.length() ? text : best;
      }
    }
    return best;
  }

  private static Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("", 1L);
    units.put("B", 1L);
    units.put("KiB", 1L << 10);
    units.put("MiB", 1L << 20);
    units.put("GiB", 1L << 30);
    units.put("TiB", 1L << 40);
    units.put("kB", 1_000L);
    units.put("MB", 1_000_000L);
    units.put("GB", 1_000_000_000L);
    units.put("TB", 1_000_000_000_000L);
    return units;
  }
}
