package dev.sluice.config.bind;

import dev.sluice.config.Setting;
import java.util.Collection;
import java.util.Map;

/**
 * The smallest and the largest value a key accepts.
 *
 * @param min as written, {@link Setting#NONE} for none
 * @param max as written, {@link Setting#NONE} for none
 */
record Bounds(String min, String max) {
  static final Bounds NONE = new Bounds(Setting.NONE, Setting.NONE);

  static Bounds of(Setting setting) {
    return new Bounds(setting.min(), setting.max());
  }

  /** Whether a value of the given type lies within. */
  boolean hold(Object value, ScalarType type) {
    return (!has(min) || compare(value, min, type) >= 0)
        && (!has(max) || compare(value, max, type) <= 0);
  }

  /** Whether a list or mapping of that many entries lies within. */
  boolean holdSize(int size) {
    return (!has(min) || size >= Integer.parseInt(min))
        && (!has(max) || size <= Integer.parseInt(max));
  }

  /** The range in words, with a leading comma; empty when there is none. */
  String words(String unit) {
    String behind = unit.isEmpty() ? "" : " " + unit;
    if (has(min) && has(max)) {
      return ", from " + min + " to " + max + behind;
    }
    if (has(min)) {
      return ", " + min + behind + " or more";
    }
    return has(max) ? ", " + max + behind + " or less" : "";
  }

  private static int compare(Object value, String bound, ScalarType type) {
    if (value instanceof String text) {
      return Integer.compare(text.length(), Integer.parseInt(bound));
    }
    return comparable(value).compareTo(type.parser().apply(bound));
  }

  /** How many entries a bound list or mapping has. */
  static int size(Object value) {
    return value instanceof Map<?, ?> map ? map.size() : ((Collection<?>) value).size();
  }

  // Both sides come from the same parser, so they are of one type.
  @SuppressWarnings("unchecked")
  private static Comparable<Object> comparable(Object value) {
    return (Comparable<Object>) value;
  }

  private static boolean has(String bound) {
    return !bound.equals(Setting.NONE);
  }
}
