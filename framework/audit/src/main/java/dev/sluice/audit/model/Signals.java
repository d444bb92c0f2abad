package dev.sluice.audit.model;

import java.util.List;
import java.util.Optional;

/** Names of signals on Linux. */
public final class Signals {
  private static final List<String> NAMES =
      List.of(
          ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
                  + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
              .split(" "));
  private static final int RTMIN = 34;
  private static final int RTMAX = 64;

  private Signals() {}

  /**
   * A signal's name without {@code SIG}: of {@code SIGTERM}, {@code TERM}, {@code 15}, {@code
   * SIGRTMIN+3}.
   *
   * @return empty when there is no such signal
   */
  public static Optional<String> name(String text) {
    String bare = text.startsWith("SIG") ? text.substring(3) : text;
    if (NAMES.contains(bare)) {
      return Optional.of(bare);
    }
    if (bare.startsWith("RTMIN")) {
      return realTime(bare.substring(5), '+').map(offset -> real(RTMIN + offset));
    }
    if (bare.startsWith("RTMAX")) {
      return realTime(bare.substring(5), '-').map(offset -> real(RTMAX - offset));
    }
    return bare.equals(text) ? number(bare).flatMap(Signals::ofNumber) : Optional.empty();
  }

  private static Optional<String> ofNumber(int number) {
    if (number >= 1 && number <= NAMES.size()) {
      return Optional.of(NAMES.get(number - 1));
    }
    return number >= RTMIN && number <= RTMAX ? Optional.of(real(number)) : Optional.empty();
  }

  private static String real(int number) {
    return number == RTMIN ? "RTMIN" : "RTMIN+" + (number - RTMIN);
  }

  private static Optional<Integer> realTime(String rest, char sign) {
    if (rest.isEmpty()) {
      return Optional.of(0);
    }
    return rest.charAt(0) == sign
        ? number(rest.substring(1)).filter(offset -> offset <= RTMAX - RTMIN)
        : Optional.empty();
  }

  private static Optional<Integer> number(String text) {
    boolean digits = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(Signals::digit);
    return digits ? Optional.of(Integer.parseInt(text)) : Optional.empty();
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }
}
