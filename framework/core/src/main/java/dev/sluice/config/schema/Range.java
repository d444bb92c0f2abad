package dev.sluice.config.schema;

import dev.sluice.config.Setting;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The smallest and the largest value of a key, or their number for lists and mappings.
 *
 * @param min as written in the file
 * @param max as written in the file
 */
record Range(Optional<String> min, Optional<String> max) {
  static final Range NONE = new Range(Optional.empty(), Optional.empty());

  static Range of(Setting setting) {
    return new Range(written(setting.min()), written(setting.max()));
  }

  /** Adds the two keywords to a schema, as far as there are bounds. */
  void put(
      Map<String, Object> schema, String minKey, String maxKey, Function<String, Object> figure) {
    min.ifPresent(text -> schema.put(minKey, figure.apply(text)));
    max.ifPresent(text -> schema.put(maxKey, figure.apply(text)));
  }

  /** Whether the smallest value is at least a figure. */
  boolean isAtLeast(BigDecimal figure, Function<String, BigDecimal> read) {
    return min.filter(text -> read.apply(text).compareTo(figure) >= 0).isPresent();
  }

  boolean isEmpty() {
    return min.isEmpty() && max.isEmpty();
  }

  private static Optional<String> written(String text) {
    return Optional.of(text).filter(bound -> !bound.equals(Setting.NONE));
  }
}
