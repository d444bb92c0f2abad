package dev.sluice.audit.text;

import java.util.List;
import java.util.stream.Stream;

/** Values in a row. */
public final class Sequence implements Tree {
  private final Position at;
  private final List<Tree> items;

  /** A sequence of these items. */
  public Sequence(Position at, List<Tree> items) {
    this.at = at;
    this.items = List.copyOf(items);
  }

  @Override
  public Position at() {
    return at;
  }

  /** The items in their order. */
  public List<Tree> items() {
    return items;
  }

  /** Those items that are mappings. */
  public Stream<Mapping> mappings() {
    return items.stream().filter(Mapping.class::isInstance).map(Mapping.class::cast);
  }

  /** Those items that are scalars and not null. */
  public Stream<Scalar> scalars() {
    return items.stream()
        .filter(Scalar.class::isInstance)
        .map(Scalar.class::cast)
        .filter(scalar -> !scalar.isNull());
  }
}
