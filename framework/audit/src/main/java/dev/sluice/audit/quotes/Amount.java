package dev.sluice.audit.quotes;

import java.util.Optional;

/**
 * A number in a text: {@code 90}, {@code 1.5}, {@code 1,800}.
 *
 * @param whole the part before the point
 * @param millionths the part behind it
 * @param end behind its last character
 */
record Amount(long whole, long millionths, int end) {
  private static final int DIGITS = 9;
  private static final int DECIMALS = 6;

  /** Reads the number that begins here; empty for versions, addresses and endless digits. */
  static Optional<Amount> at(CharSequence text, int start, int to) {
    int end = digits(text, start, to);
    if (end - start > DIGITS) {
      return Optional.empty();
    }
    long whole = number(text, start, end);
    while (isGroup(text, end, to) && whole < 1_000_000) {
      whole = whole * 1000 + number(text, end + 1, end + 4);
      end += 4;
    }
    long millionths = 0;
    if (isDecimal(text, end, to)) {
      int last = digits(text, end + 1, to);
      if (last - end - 1 > DECIMALS || isDecimal(text, last, to)) {
        return Optional.empty();
      }
      millionths = number(text, end + 1, last);
      for (int i = last - end - 1; i < DECIMALS; i++) {
        millionths *= 10;
      }
      end = last;
    }
    return Optional.of(new Amount(whole, millionths, end));
  }

  /** As many of this unit, in milliseconds. */
  long millis(long unit) {
    return whole * unit + millionths * unit / 1_000_000;
  }

  static boolean isDigit(CharSequence text, int at, int to) {
    return at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static boolean isDecimal(CharSequence text, int at, int to) {
    return at < to && text.charAt(at) == '.' && isDigit(text, at + 1, to);
  }

  // A comma and exactly three digits: 1,800.
  private static boolean isGroup(CharSequence text, int at, int to) {
    return at < to
        && text.charAt(at) == ','
        && digits(text, at + 1, Math.min(to, at + 5)) == at + 4;
  }

  private static int digits(CharSequence text, int start, int to) {
    int at = start;
    while (isDigit(text, at, to)) {
      at++;
    }
    return at;
  }

  private static long number(CharSequence text, int from, int to) {
    return Long.parseLong(text, from, to, 10);
  }
}
