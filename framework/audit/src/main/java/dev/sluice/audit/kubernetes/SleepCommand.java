package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The {@code sleep} of coreutils and of busybox: several arguments add up. */
final class SleepCommand {
  private static final Pattern TIME =
      Pattern.compile("(?:[0-9]{1,12}+(?:\\.[0-9]{0,9}+)?|\\.[0-9]{1,9}+)[smhd]?");
  private static final int MOST_ARGUMENTS = 1_000;

  private SleepCommand() {}

  /** True when these words call sleep. */
  static boolean calledBy(List<String> words) {
    return !words.isEmpty() && name(words.get(0)).equals("sleep");
  }

  /** The words without a {@code busybox} in front. */
  static List<String> applet(List<String> words) {
    boolean box = words.size() > 1 && name(words.get(0)).equals("busybox");
    return box ? words.subList(1, words.size()) : words;
  }

  /** How long the call takes; empty when it is no call of sleep, or one that sleep refuses. */
  static Optional<Duration> time(List<String> words) {
    if (!calledBy(words)) {
      return Optional.empty();
    }
    int first = words.size() > 1 && words.get(1).equals("--") ? 2 : 1;
    if (words.size() <= first || words.size() > MOST_ARGUMENTS) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    for (String word : words.subList(first, words.size())) {
      Optional<Duration> time = one(word);
      if (time.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.plus(time.get());
    }
    return Optional.of(sum.compareTo(Figure.UNLIMITED) < 0 ? sum : Figure.UNLIMITED);
  }

  /** A program's name without its directory. */
  static String name(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  private static Optional<Duration> one(String word) {
    if (word.equals("infinity") || word.equals("inf")) {
      return Optional.of(Figure.UNLIMITED);
    }
    if (word.length() > 24 || !TIME.matcher(word).matches()) {
      return Optional.empty();
    }
    char unit = word.charAt(word.length() - 1);
    int seconds =
        switch (unit) {
          case 'm' -> 60;
          case 'h' -> 3_600;
          case 'd' -> 86_400;
          default -> 1;
        };
    String number = Character.isLetter(unit) ? word.substring(0, word.length() - 1) : word;
    BigDecimal nanos =
        new BigDecimal(number)
            .multiply(BigDecimal.valueOf(seconds))
            .movePointRight(9)
            .setScale(0, RoundingMode.CEILING);
    BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
    return Optional.of(
        nanos.compareTo(most) < 0 ? Duration.ofNanos(nanos.longValueExact()) : Figure.UNLIMITED);
  }
}
