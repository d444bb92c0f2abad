package dev.sluice.audit.rules;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.util.List;
import java.util.Optional;

/** Whether two parts of manifests say the same. */
final class Same {
  // What a probe asks is a few levels deep; deeper ones are taken to differ.
  private static final int DEPTH = 8;

  private Same() {}

  /** True when both have something below a path, and the same. */
  static boolean trees(Tree one, Tree other, List<String> path) {
    String[] keys = path.toArray(new String[0]);
    Optional<Tree> a = one.path(keys);
    Optional<Tree> b = other.path(keys);
    return a.isPresent() && b.isPresent() && same(a.get(), b.get(), DEPTH);
  }

  private static boolean same(Tree a, Tree b, int depth) {
    if (depth == 0) {
      return false;
    }
    if (a instanceof Scalar one && b instanceof Scalar other) {
      return one.text().equals(other.text());
    }
    if (a instanceof Sequence one && b instanceof Sequence other) {
      return one.items().size() == other.items().size()
          && all(
              one.items().size(), i -> same(one.items().get(i), other.items().get(i), depth - 1));
    }
    if (a instanceof Mapping one && b instanceof Mapping other) {
      return one.entries().size() == other.entries().size()
          && one.entries().stream()
              .allMatch(
                  entry ->
                      other
                          .get(entry.key().text())
                          .filter(value -> same(entry.value(), value, depth - 1))
                          .isPresent());
    }
    return false;
  }

  private static boolean all(int size, java.util.function.IntPredicate each) {
    return java.util.stream.IntStream.range(0, size).allMatch(each);
  }
}
