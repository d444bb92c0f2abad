package dev.sluice.audit.supervisord;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The signals of Linux as {@code stopsignal} takes them. */
final class Signals {
  /** In the order of their numbers from 1, then the ends of the real-time ones. */
  private static final String[] NAMES =
      ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP"
              + " TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
          .split(" ", -1);

  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  static {
    for (int i = 0; i < NAMES.length; i++) {
      NUMBERS.put(NAMES[i], i + 1);
    }
    NUMBERS.putAll(Map.of("IOT", 6, "CLD", 17, "POLL", 29, "RTMIN", 34, "RTMAX", 64));
    // Names in Python's module that are no signals: supervisord takes them for some.
    NUMBERS.putAll(Map.of("_DFL", 0, "_IGN", 1, "_BLOCK", 0, "_UNBLOCK", 1, "_SETMASK", 2));
  }

  private Signals() {}

  /** The number of a signal, by name with or without {@code SIG} or by number, if there is one. */
  static Optional<Integer> number(String text) {
    Optional<BigInteger> number = PythonText.integer(text, 10);
    if (number.isPresent()) {
      return number
          .filter(it -> it.bitLength() < 8)
          .map(BigInteger::intValue)
          .filter(NUMBERS::containsValue);
    }
    String name = PythonText.strip(text).toUpperCase(Locale.ROOT);
    return Optional.ofNullable(NUMBERS.get(name.startsWith("SIG") ? name.substring(3) : name));
  }

  /** The name without {@code SIG}; the number itself where there is none. */
  static String name(int number) {
    return switch (number) {
      case 0 -> "0";
      case 34 -> "RTMIN";
      case 64 -> "RTMAX";
      default -> NAMES[number - 1];
    };
  }
}
