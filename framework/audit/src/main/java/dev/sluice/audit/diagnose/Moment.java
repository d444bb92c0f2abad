package dev.sluice.audit.diagnose;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time that somebody wrote down. Only times of one clock can be compared: a log without a zone
 * says nothing about one with a zone.
 *
 * @param millis since 1970, read as UTC where no zone is written
 * @param clock what kind of time it is
 */
record Moment(long millis, Clock clock) {

  /** The kinds of times. */
  enum Clock {
    /** With a zone. */
    ZONED,
    /** Date and time without a zone: supervisord. */
    LOCAL,
    /** Without a year: the journal. */
    YEARLESS
  }

  /**
   * A time in front of a text.
   *
   * @param moment the time
   * @param end where the text goes on
   */
  record Leading(Moment moment, int end) {}

  // Both are anchored and of bounded length, so a hostile line costs nothing.
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)[ T](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?"
              + "(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Pattern SYSLOG =
      Pattern.compile(
          "([A-Z][a-z]{2}) {1,2}(\\d{1,2}) (\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?");
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final int LONGEST = 48;
  private static final int LEAP_YEAR = 2000;

  /** The time a text begins with. */
  static Optional<Leading> leading(String text) {
    String head = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    try {
      Matcher iso = ISO.matcher(head);
      if (iso.lookingAt()) {
        return Optional.of(new Leading(ofIso(iso), iso.end()));
      }
      Matcher syslog = SYSLOG.matcher(head);
      if (syslog.lookingAt() && MONTHS.contains(syslog.group(1))) {
        return Optional.of(new Leading(ofSyslog(syslog), syslog.end()));
      }
      return Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty(); // 2026-13-45 is no time
    }
  }

  /** The time a text consists of. */
  static Optional<Moment> of(String text) {
    return leading(text).filter(found -> found.end() == text.length()).map(Leading::moment);
  }

  /** How long after the other this is; empty for different clocks. */
  Optional<Duration> since(Moment other) {
    return clock == other.clock
        ? Optional.of(Duration.ofMillis(millis - other.millis))
        : Optional.empty();
  }

  /** The same clock, that much later; earlier for a negative one. */
  Moment plus(Duration time) {
    return new Moment(millis + time.toMillis(), clock);
  }

  private static Moment ofIso(Matcher iso) {
    LocalDateTime time =
        LocalDateTime.of(
            number(iso, 1),
            number(iso, 2),
            number(iso, 3),
            number(iso, 4),
            number(iso, 5),
            number(iso, 6),
            nanos(iso.group(7)));
    String zone = iso.group(8);
    return zone == null
        ? new Moment(millis(time, ZoneOffset.UTC), Clock.LOCAL)
        : new Moment(millis(time, ZoneOffset.of(colon(zone))), Clock.ZONED);
  }

  private static Moment ofSyslog(Matcher syslog) {
    LocalDateTime time =
        LocalDateTime.of(
            LEAP_YEAR,
            Month.of(MONTHS.indexOf(syslog.group(1)) + 1),
            number(syslog, 2),
            number(syslog, 3),
            number(syslog, 4),
            number(syslog, 5),
            nanos(syslog.group(6)));
    return new Moment(millis(time, ZoneOffset.UTC), Clock.YEARLESS);
  }

  private static long millis(LocalDateTime time, ZoneOffset zone) {
    return time.toInstant(zone).toEpochMilli();
  }

  private static String colon(String zone) {
    return zone.length() == 5 ? zone.substring(0, 3) + ":" + zone.substring(3) : zone;
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static int nanos(String decimals) {
    return decimals == null ? 0 : Integer.parseInt((decimals + "00000000").substring(0, 9));
  }
}
