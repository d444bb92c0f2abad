package dev.sluice.audit.text;

import java.util.Optional;

/** A YAML or JSON document with the place of each value. Aliases are shared, not copied. */
public sealed interface Tree permits Mapping, Sequence, Scalar {

  /** Where it begins. */
  Position at();

  /**
   * What stands below a path of keys.
   *
   * @param keys from the outside in; none gives this value
   * @return empty when a key is missing, or something on the way is no mapping
   */
  default Optional<Tree> path(String... keys) {
    Optional<Tree> here = Optional.of(this);
    for (String key : keys) {
      here = here.flatMap(tree -> tree instanceof Mapping map ? map.get(key) : Optional.empty());
    }
    return here;
  }

  /** The mapping below a path of keys; empty when there is none. */
  default Optional<Mapping> mapping(String... keys) {
    return path(keys).filter(Mapping.class::isInstance).map(Mapping.class::cast);
  }

  /** The sequence below a path of keys; empty when there is none. */
  default Optional<Sequence> sequence(String... keys) {
    return path(keys).filter(Sequence.class::isInstance).map(Sequence.class::cast);
  }

  /** The scalar below a path of keys; empty when there is none or it is null. */
  default Optional<Scalar> scalar(String... keys) {
    return path(keys)
        .filter(Scalar.class::isInstance)
        .map(Scalar.class::cast)
        .filter(scalar -> !scalar.isNull());
  }

  /** The text of the scalar below a path of keys. */
  default Optional<String> text(String... keys) {
    return scalar(keys).map(Scalar::text);
  }
}
