package dev.sluice.audit.supervisord;

import java.math.BigInteger;
import java.util.Optional;

/** Texts as Python, in which supervisord is written, treats them. */
final class PythonText {
  /** Python refuses to convert longer numbers. */
  private static final int MOST_DIGITS = 4300;

  private PythonText() {}

  /** {@code str.isspace} of one character. */
  static boolean isSpace(char c) {
    return c < 0x80
        ? (c >= 9 && c <= 13) || (c >= 28 && c <= 32)
        : c == 0x85 || Character.isSpaceChar(c);
  }

  /** {@code str.strip()}. */
  static String strip(String text) {
    int from = 0;
    while (from < text.length() && isSpace(text.charAt(from))) {
      from++;
    }
    return rstrip(text.substring(from));
  }

  /** {@code str.rstrip()}. */
  static String rstrip(String text) {
    int to = text.length();
    while (to > 0 && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(0, to);
  }

  /** {@code int(text, radix)}: signs, blanks around and single underscores between digits. */
  static Optional<BigInteger> integer(String text, int radix) {
    String number = strip(text);
    boolean negative = number.startsWith("-");
    int at = negative || number.startsWith("+") ? 1 : 0;
    boolean prefixed = radix == 8 && number.regionMatches(true, at, "0o", 0, 2);
    if (prefixed) {
      at += 2;
    }
    StringBuilder digits = new StringBuilder();
    boolean mayUnderscore = prefixed;
    for (; at < number.length(); at++) {
      char c = number.charAt(at);
      int digit = Character.digit(c, 10);
      if (c == '_' && mayUnderscore) {
        mayUnderscore = false;
      } else if (digit >= 0 && digit < radix) {
        digits.append((char) ('0' + digit));
        mayUnderscore = true;
      } else {
        return Optional.empty();
      }
    }
    if (digits.isEmpty() || digits.length() > MOST_DIGITS || !mayUnderscore) {
      return Optional.empty();
    }
    BigInteger value = new BigInteger(digits.toString(), radix);
    return Optional.of(negative ? value.negate() : value);
  }

  /** A piece of a text for a message: one line, not too long. */
  static String quoted(String text) {
    String line = text.replace('\n', ' ').replace('\r', ' ');
    return line.length() <= 80 ? line : line.substring(0, 77) + "...";
  }
}
