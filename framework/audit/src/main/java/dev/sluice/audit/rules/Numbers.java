package dev.sluice.audit.rules;

import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Tree;
import java.util.OptionalLong;

/** Whole numbers of manifests. */
final class Numbers {
  private Numbers() {}

  /** The number below a path; empty when nothing, or no whole number, stands there. */
  static OptionalLong at(Tree tree, String... path) {
    return tree.scalar(path).map(Numbers::of).orElse(OptionalLong.empty());
  }

  /** The number that stands there; empty when it is none. */
  static OptionalLong of(Scalar scalar) {
    return scalar.text().matches("-?[0-9]{1,15}")
        ? OptionalLong.of(Long.parseLong(scalar.text()))
        : OptionalLong.empty();
  }
}
