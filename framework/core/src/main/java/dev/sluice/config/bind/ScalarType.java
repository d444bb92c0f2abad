package dev.sluice.config.bind;

import dev.sluice.chain.Durations;
import dev.sluice.config.DataSize;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How one type is written as a single value.
 *
 * @param accepted completes "is not ..."
 * @param parser throws {@link IllegalArgumentException} for anything else
 */
record ScalarType(String accepted, Function<String, Comparable<?>> parser) {

  private static final Map<Class<?>, ScalarType> TYPES =
      Map.of(
          String.class, new ScalarType("a text", text -> text),
          int.class, new ScalarType("a whole number", text -> Math.toIntExact(whole(text))),
          long.class, new ScalarType("a whole number", ScalarType::whole),
          boolean.class, new ScalarType("true or false", ScalarType::bool),
          Duration.class,
              new ScalarType(
                  "a duration: 90s, 2m, 1m30s, 1h, 1500ms, PT2M, or a bare number of seconds",
                  text -> Durations.parse("", text)),
          DataSize.class, new ScalarType(DataSize.ACCEPTED, DataSize::parse));

  private static final Map<Class<?>, Class<?>> BOXED =
      Map.of(Integer.class, int.class, Long.class, long.class, Boolean.class, boolean.class);

  /** The scalar form of a type; empty when it has none. */
  static Optional<ScalarType> of(Class<?> type) {
    if (type.isEnum()) {
      return Optional.of(ofEnum(type));
    }
    return Optional.ofNullable(TYPES.get(BOXED.getOrDefault(type, type)));
  }

  private static ScalarType ofEnum(Class<?> type) {
    String accepted = String.join(", ", EnumWords.shown(type));
    return new ScalarType(
        type.getEnumConstants().length == 1
            ? accepted + ", the only value there is"
            : "one of " + accepted,
        text -> EnumWords.constant(type, text).orElseThrow(IllegalArgumentException::new));
  }

  private static long whole(String text) {
    if (!text.matches("-?(0|[1-9][0-9]*)")) {
      throw new IllegalArgumentException();
    }
    return Long.parseLong(text);
  }

  private static Boolean bool(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException();
    }
    return text.equals("true");
  }
}
