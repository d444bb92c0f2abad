package dev.sluice.audit.quotes;

import java.util.Locale;
import java.util.Optional;

/**
 * Finds the times in a text, from left to right and in linear time: {@code 90s}, {@code 90 sec},
 * {@code 90-second}, {@code 1.5 min}, {@code 1m30s}, {@code 1min 30s}, {@code PT1M30S}, {@code
 * 180–400 s} (both ends) and numbers without a unit. What is part of a name, a version, a date or
 * an address is passed over.
 */
final class TimeScanner {
  private static final int WORD = 13;
  // 500m is half a processor far more often than eight hours.
  private static final int MINUTES = 100;

  private final CharSequence text;
  private final int to;
  private final Found found;
  private int lastEnd = -1;

  /** What was found. */
  interface Found {
    /** A time that has a unit. */
    void time(long millis, int start, int end);

    /** A number without a unit. */
    default void bare(Amount amount, int start) {}
  }

  private record Time(long millis, TimeUnitWord unit, int end) {}

  private TimeScanner(CharSequence text, int to, Found found) {
    this.text = text;
    this.to = to;
    this.found = found;
  }

  static void scan(CharSequence text, int from, int to, Found found) {
    TimeScanner scanner = new TimeScanner(text, to, found);
    int at = from;
    while (at < to) {
      if (!Amount.isDigit(text, at, to)) {
        at++;
      } else if (scanner.begins(at, from)) {
        at = scanner.number(at, from);
      } else {
        at = scanner.behindName(at);
      }
    }
  }

  private int number(int start, int from) {
    Optional<Amount> amount = Amount.at(text, start, to);
    if (amount.isEmpty()) {
      return behindName(start);
    }
    Optional<Time> time = time(amount.get(), isIso(start, from));
    if (time.isPresent()) {
      return tell(time.get().millis(), start, time.get().end());
    }
    int second = secondOfRange(amount.get().end(), start, from);
    Optional<Time> range =
        second < 0 ? Optional.empty() : Amount.at(text, second, to).flatMap(a -> time(a, false));
    if (range.isPresent()) {
      found.time(amount.get().millis(range.get().unit().millis()), start, range.get().end());
      return tell(range.get().millis(), start, range.get().end());
    }
    int end = amount.get().end();
    if (end == to || !isNamePart(text.charAt(end))) {
      found.bare(amount.get(), start);
      return end;
    }
    return behindName(end);
  }

  private int tell(long millis, int start, int end) {
    found.time(millis, start, end);
    lastEnd = end;
    return end;
  }

  private Optional<Time> time(Amount amount, boolean iso) {
    Optional<Time> first = single(amount, iso);
    if (first.isEmpty()) {
      return first;
    }
    Time time = first.get();
    for (int next = next(time.end()); next >= 0; next = next(time.end())) {
      Optional<Time> more = Amount.at(text, next, to).flatMap(part -> single(part, iso));
      if (more.isEmpty() || more.get().unit().compareTo(time.unit()) >= 0) {
        break;
      }
      time = new Time(time.millis() + more.get().millis(), more.get().unit(), more.get().end());
    }
    // What follows directly belongs to the same word: 2m5x is a name.
    boolean whole = time.end() == to || !isNamePart(text.charAt(time.end()));
    return whole ? Optional.of(time) : Optional.empty();
  }

  private Optional<Time> single(Amount amount, boolean iso) {
    int start = amount.end();
    boolean apart = start < to && isGap(text.charAt(start));
    int word = apart ? start + 1 : start;
    int end = word;
    while (end < to && end - word < WORD && Character.isLetter(text.charAt(end))) {
      end++;
    }
    String name = text.subSequence(word, end).toString();
    Optional<TimeUnitWord> unit =
        TimeUnitWord.of(iso ? name.toLowerCase(Locale.ROOT) : name, apart);
    if (unit.isEmpty() || (name.equals("m") && amount.whole() >= MINUTES)) {
      return Optional.empty();
    }
    return Optional.of(new Time(amount.millis(unit.get().millis()), unit.get(), end));
  }

  // Where the smaller unit of 1m30s, 1 min 30 s or 1 minute and 30 seconds begins.
  private int next(int end) {
    int at = end;
    if (at < to && isSpace(text.charAt(at))) {
      at++;
      if (matches(at, "and ")) {
        at += "and ".length();
      }
    }
    return Amount.isDigit(text, at, to) ? at : -1;
  }

  // Where the second number of 180–400, 180 to 400 or "between 180 and 400" begins.
  private int secondOfRange(int end, int start, int from) {
    int at = end < to && isSpace(text.charAt(end)) ? end + 1 : end;
    if (at < to && isDash(text.charAt(at))) {
      at++;
      at = at < to && isSpace(text.charAt(at)) ? at + 1 : at;
    } else if (matches(at, "to ") && at > end) {
      at += "to ".length();
    } else if (matches(at, "and ") && at > end && follows(text, start, from, "between ")) {
      at += "and ".length();
    } else {
      return -1;
    }
    return Amount.isDigit(text, at, to) ? at : -1;
  }

  /** True when a word stands directly before a place. */
  static boolean follows(CharSequence text, int start, int from, String word) {
    int begin = start - word.length();
    return begin >= from
        && text.subSequence(begin, start).toString().toLowerCase(Locale.ROOT).equals(word);
  }

  private boolean begins(int at, int from) {
    if (at == from || at - 1 == lastEnd || isIso(at, from)) {
      return true;
    }
    char before = text.charAt(at - 1);
    if (isNamePart(before) || before == '.' || before == '$' || before == '#') {
      return false;
    }
    boolean joins = isDash(before) || before == '/' || before == ':';
    boolean name = at - 2 >= from && isNamePart(text.charAt(at - 2));
    // "timeout:90s" is a value, "10:30" and "job-90s" are names.
    return !(joins && name)
        || (before == ':' && !Amount.isDigit(text, at - 2, to))
        || (before == '\u2013' || before == '\u2014');
  }

  private boolean isIso(int at, int from) {
    return follows(text, at, from, "pt") && (at - 3 < from || !isNamePart(text.charAt(at - 3)));
  }

  private int behindName(int start) {
    int at = start;
    while (at < to && (isNamePart(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    return at;
  }

  private boolean matches(int at, String word) {
    return at + word.length() <= to
        && text.subSequence(at, at + word.length()).toString().equals(word);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean isDash(char c) {
    return c == '-' || (c >= '\u2010' && c <= '\u2014');
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\u00A0' || c == '\u202F' || c == '\n';
  }

  private static boolean isGap(char c) {
    return isSpace(c) || c == '-' || c == '\u2011';
  }
}
