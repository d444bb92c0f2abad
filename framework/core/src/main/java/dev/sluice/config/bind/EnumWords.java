package dev.sluice.config.bind;

import dev.sluice.config.CamelCase;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How the constants of an enum are written in {@code pipeline.yaml}. */
public final class EnumWords {
  private static final Pattern WORD_START = Pattern.compile("-(.)");

  private EnumWords() {}

  /** The words to show, in the order of the constants; see {@link CamelCase}. */
  public static List<String> shown(Class<?> type) {
    return constants(type)
        .map(type.isAnnotationPresent(CamelCase.class) ? EnumWords::camel : EnumWords::kebab)
        .toList();
  }

  /** Every word that is read, those to show first. */
  public static List<String> accepted(Class<?> type) {
    Stream<String> others = constants(type).flatMap(c -> Stream.of(kebab(c), camel(c)));
    return Stream.concat(shown(type).stream(), others).distinct().toList();
  }

  /** The constant of a word. */
  static Optional<Enum<?>> constant(Class<?> type, String word) {
    return constants(type).filter(c -> kebab(c).equals(word) || camel(c).equals(word)).findFirst();
  }

  private static Stream<Enum<?>> constants(Class<?> type) {
    return Arrays.stream((Enum<?>[]) type.getEnumConstants());
  }

  private static String kebab(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String camel(Enum<?> constant) {
    return WORD_START
        .matcher(kebab(constant))
        .replaceAll(start -> start.group(1).toUpperCase(Locale.ROOT));
  }
}
