package dev.sluice.audit.timers;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.SourceText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where applications take their figures from: variables, and lines of configuration files. */
final class Settings {
  private static final int LONGEST_NUMBER = 12;

  private final List<EnvVariable> variables;
  private final Scripts files;

  Settings(List<EnvVariable> variables, Scripts files) {
    this.variables = variables;
    this.files = files;
  }

  /** A variable, the last of that name. */
  Optional<EnvVariable> variable(String name) {
    return variables.stream().filter(it -> it.name().equals(name)).reduce((first, last) -> last);
  }

  /** True when any variable's name begins so. */
  boolean anyVariable(String prefix) {
    return variables.stream().anyMatch(it -> it.name().startsWith(prefix));
  }

  /** A variable's value as a figure; unknown when the variable is set from somewhere unread. */
  Optional<Figure> variable(String name, Duration unit) {
    return variable(name)
        .map(
            it ->
                it.value()
                    .map(text -> figure(new Word(text, it.at()), unit))
                    .orElseGet(
                        () -> Figure.unknown("the value of " + name + ", set at " + it.at())));
  }

  Optional<SourceText> file(String path) {
    return files.read(path);
  }

  /**
   * The last line of a file that sets a key: {@code key = value}, {@code :key: value}, {@code key
   * value;}. Comments begin with {@code #} or {@code ;} and stand for themselves.
   */
  static Optional<Word> line(SourceText text, String key) {
    Optional<Word> found = Optional.empty();
    int number = 0;
    for (String line : (Iterable<String>) text.content().lines()::iterator) {
      number++;
      String bare = line.strip();
      bare = bare.startsWith(":") ? bare.substring(1) : bare;
      if (!bare.regionMatches(true, 0, key, 0, key.length())) {
        continue;
      }
      String rest = bare.substring(key.length());
      String value = rest.strip();
      boolean sets = value.startsWith("=") || value.startsWith(":");
      if (sets || !rest.equals(value)) {
        found = Optional.of(new Word(bare(sets ? value.substring(1) : value), text.at(number)));
      }
    }
    return found;
  }

  private static String bare(String value) {
    int comment = value.indexOf(" #");
    String bare = (comment < 0 ? value : value.substring(0, comment)).strip();
    bare = bare.endsWith(";") ? bare.substring(0, bare.length() - 1).strip() : bare;
    boolean quoted =
        bare.length() > 1
            && (bare.charAt(0) == '"' || bare.charAt(0) == '\'')
            && bare.charAt(bare.length() - 1) == bare.charAt(0);
    return quoted ? bare.substring(1, bare.length() - 1) : bare;
  }

  /**
   * A number with its place as a figure; everything but a plain number is unknown. A unit behind it
   * ({@code 90s}, {@code 1500ms}, {@code 2m}, {@code 1h}) counts instead of the one given.
   */
  static Figure figure(Word word, Duration unit) {
    String text = word.text().strip().toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
      end++;
    }
    String number = text.substring(0, end);
    Optional<Duration> named = unit(text.substring(end), unit);
    long dots = number.chars().filter(c -> c == '.').count();
    if (named.isEmpty()
        || number.isEmpty()
        || number.length() > LONGEST_NUMBER
        || dots > 1
        || number.startsWith(".")
        || number.endsWith(".")) {
      return Figure.unknown("'" + shortened(word.text()) + "' at " + word.at() + " is no number");
    }
    BigDecimal nanos = new BigDecimal(number).multiply(BigDecimal.valueOf(named.get().toNanos()));
    BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
    return Figure.written(
        Duration.ofSeconds(parts[0].longValue(), parts[1].longValue()), word.at());
  }

  private static Optional<Duration> unit(String name, Duration unit) {
    return switch (name) {
      case "" -> Optional.of(unit);
      case "ms" -> Optional.of(Duration.ofMillis(1));
      case "s" -> Optional.of(Duration.ofSeconds(1));
      case "m" -> Optional.of(Duration.ofMinutes(1));
      case "h" -> Optional.of(Duration.ofHours(1));
      case "d" -> Optional.of(Duration.ofDays(1));
      default -> Optional.empty();
    };
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static String shortened(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "..." : text;
  }
}
