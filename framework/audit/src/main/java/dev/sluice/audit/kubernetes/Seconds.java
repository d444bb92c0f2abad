package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Tree;
import java.time.Duration;
import java.util.Optional;

/**
 * A field of whole seconds, zero or more, as Kubernetes takes it: a number, not a text in quotes.
 * Forms whose meaning depends on the reader ({@code 010}, {@code 0x1e}, {@code 1e2}) are refused
 * and not guessed.
 */
public sealed interface Seconds {
  /**
   * It is not there, or null.
   *
   * @param key its name
   */
  record Missing(String key) implements Seconds {}

  /**
   * It is a figure.
   *
   * @param value at most {@link Figure#UNLIMITED}
   * @param at where it stands
   */
  record Given(Duration value, Position at) implements Seconds {}

  /**
   * It is no figure, so Kubernetes refuses the object.
   *
   * @param at where it stands
   * @param reason key, value and what to write
   */
  record Refused(Position at, String reason) implements Seconds {}

  /**
   * Reads a field.
   *
   * @param from what the path begins at
   * @param keys from the outside in, at least one
   */
  static Seconds read(Tree from, String... keys) {
    String key = keys[keys.length - 1];
    Optional<Tree> value =
        from.path(keys).filter(tree -> !(tree instanceof Scalar scalar && scalar.isNull()));
    if (value.isEmpty()) {
      return new Missing(key);
    }
    return value.get() instanceof Scalar scalar
        ? WholeNumber.read(key, scalar)
        : new Refused(value.get().at(), key + " is no single value; " + WholeNumber.WANTED);
  }

  /** The figure; what is refused is unknown, with the reason. */
  default Figure or(Figure whenMissing) {
    if (this instanceof Given given) {
      return Figure.written(given.value(), given.at());
    }
    return this instanceof Refused refused ? Figure.unknown(refused.reason()) : whenMissing;
  }
}
