package dev.sluice.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one key of {@code pipeline.yaml}. Every component of a settings record carries it; the
 * component's name is the key, its type says what is accepted.
 *
 * <p>Types: {@code String}, {@code int}, {@code long}, {@code boolean}, {@code Duration}, {@link
 * DataSize}, enums (written {@code kebab-case} or {@code camelCase}; see {@link CamelCase}), {@code
 * List<X>}, {@code Map<String, X>}, other settings records, and {@code Optional<X>} of these. A key
 * without a default is mandatory unless its type is {@code Optional}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

  /** The text that stands for "no default". */
  String NONE = "\0none";

  /** One sentence for the reference and for messages: what the key does. */
  String doc();

  /** The default, written as in the file; {@code {}} for a record all of whose keys have one. */
  String value() default NONE;

  /**
   * The smallest value accepted, written as in the file: for numbers, durations and sizes the value
   * itself, for lists and maps how many entries.
   */
  String min() default NONE;

  /** The largest value accepted; as {@link #min()}. */
  String max() default NONE;

  /** Whether the value must never be shown, beyond the names that are recognised as secrets. */
  boolean secret() default false;

  /**
   * Whether <code>${...}</code> is replaced here and below. False for figures that Helm reads from
   * the same file, which knows nothing of the worker's environment.
   */
  boolean placeholders() default true;
}
