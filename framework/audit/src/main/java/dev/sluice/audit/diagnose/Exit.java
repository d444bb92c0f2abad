package dev.sluice.audit.diagnose;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a process ended.
 *
 * @param code its exit code, 128 plus the number for a signal
 * @param signal the signal that ended it, if one is known to have
 */
record Exit(int code, Optional<String> signal) {
  private static final int SIGNALS = 128;
  private static final int KILL = 9;
  private static final int TERM = 15;
  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", KILL,
          "SIGKILL", 11, "SIGSEGV", TERM, "SIGTERM");

  Exit {
    Objects.requireNonNull(signal, "signal");
  }

  /** What a shell or a container runtime reports. */
  static Exit code(int code) {
    return new Exit(code, Optional.ofNullable(NAMES.get(code - SIGNALS)));
  }

  /** A signal by its name; empty for one that nobody knows. */
  static Optional<Exit> signal(String name) {
    return NAMES.entrySet().stream()
        .filter(known -> known.getValue().equals(name))
        .map(known -> new Exit(SIGNALS + known.getKey(), Optional.of(name)))
        .findFirst();
  }

  /** What {@code exit status 3}, or {@code terminated by SIGKILL} say. */
  static Optional<Exit> ofWords(String words) {
    if (words.startsWith("exit status ")) {
      OptionalInt code = number(words.substring("exit status ".length()));
      return code.isPresent() ? Optional.of(code(code.getAsInt())) : Optional.empty();
    }
    if (words.startsWith("terminated by ")) {
      String name = words.substring("terminated by ".length());
      int space = name.indexOf(' ');
      return signal(space < 0 ? name : name.substring(0, space));
    }
    return Optional.empty();
  }

  static OptionalInt number(String text) {
    if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(Exit::digit)) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(text));
  }

  boolean killed() {
    return code == SIGNALS + KILL;
  }

  boolean stopSignal() {
    return code == SIGNALS + TERM || code == SIGNALS + 2;
  }

  /** True for a signal that a program brings upon itself. */
  boolean crashed() {
    return signal.isPresent() && !killed() && !stopSignal();
  }

  @Override
  public String toString() {
    return "exit code " + code + signal.map(name -> " (" + name + ")").orElse("");
  }

  private static boolean digit(int character) {
    return character >= '0' && character <= '9';
  }
}
