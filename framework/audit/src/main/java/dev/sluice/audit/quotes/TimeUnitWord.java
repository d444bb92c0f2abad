package dev.sluice.audit.quotes;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Units as people and files write them. */
enum TimeUnitWord {
  MILLIS(1),
  SECOND(1000),
  MINUTE(60_000),
  HOUR(3_600_000);

  private static final Map<String, TimeUnitWord> LONG =
      Map.ofEntries(
          Map.entry("msec", MILLIS),
          Map.entry("msecs", MILLIS),
          Map.entry("millis", MILLIS),
          Map.entry("millisecond", MILLIS),
          Map.entry("milliseconds", MILLIS),
          Map.entry("sec", SECOND),
          Map.entry("secs", SECOND),
          Map.entry("second", SECOND),
          Map.entry("seconds", SECOND),
          Map.entry("min", MINUTE),
          Map.entry("mins", MINUTE),
          Map.entry("minute", MINUTE),
          Map.entry("minutes", MINUTE),
          Map.entry("hr", HOUR),
          Map.entry("hrs", HOUR),
          Map.entry("hour", HOUR),
          Map.entry("hours", HOUR));
  private static final Map<String, TimeUnitWord> SHORT =
      Map.of("ms", MILLIS, "s", SECOND, "m", MINUTE, "h", HOUR);

  private final long millis;

  TimeUnitWord(long millis) {
    this.millis = millis;
  }

  /** The milliseconds of one. */
  long millis() {
    return millis;
  }

  /**
   * The unit that a word names.
   *
   * @param apart whether something stands between the number and it; {@code 5 m} are metres
   */
  static Optional<TimeUnitWord> of(String word, boolean apart) {
    TimeUnitWord unit = SHORT.get(word);
    if (unit == null) {
      unit = LONG.get(word.toLowerCase(Locale.ROOT));
    }
    return apart && word.equals("m") ? Optional.empty() : Optional.ofNullable(unit);
  }
}
