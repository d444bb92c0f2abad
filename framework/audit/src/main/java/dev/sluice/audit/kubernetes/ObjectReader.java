package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the objects in documents; lists are opened. */
final class ObjectReader {
  /** kubectl makes one level; more than a few are a mistake. */
  static final int MOST_LISTS_IN_LISTS = 8;

  private static final String LIST = "List";

  private final List<KubernetesObject> objects = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  /** Adds a document; one that is no object is passed over. */
  void document(Tree document) {
    if (!(document instanceof Mapping map)) {
      return;
    }
    Optional<String> apiVersion = map.text("apiVersion");
    Optional<String> kind = map.text("kind");
    if (apiVersion.isPresent() && kind.isPresent()) {
      object(map, apiVersion.get(), kind.get(), 0);
    } else if (kind.flatMap(WorkloadKind::of).isPresent() && map.mapping("spec").isPresent()) {
      problems.add(
          new Problem(map.at(), "a " + kind.get() + " without apiVersion, which kubectl refuses"));
    }
  }

  /** What was found. */
  List<KubernetesObject> objects() {
    return objects;
  }

  /** What was no object though it should be. */
  List<Problem> problems() {
    return problems;
  }

  private void object(Mapping map, String apiVersion, String kind, int depth) {
    Optional<Tree> items = map.get("items");
    boolean list = kind.endsWith(LIST) && (kind.equals(LIST) || items.isPresent());
    if (!list) {
      objects.add(
          new KubernetesObject(
              apiVersion,
              kind,
              map.text("metadata", "namespace").orElse(""),
              map.text("metadata", "name")
                  .or(() -> map.text("metadata", "generateName").map(it -> it + "*"))
                  .orElse(""),
              map));
    } else if (depth == MOST_LISTS_IN_LISTS) {
      problems.add(
          new Problem(
              map.at(), "more than " + MOST_LISTS_IN_LISTS + " lists in lists; give the objects"));
    } else if (items.isPresent()) {
      items(items.get(), apiVersion, kind.substring(0, kind.length() - LIST.length()), depth + 1);
    }
  }

  /**
   * The items of a list.
   *
   * @param kind what the items of a {@code DeploymentList} are, which they need not repeat; empty
   *     for a {@code List}
   */
  private void items(Tree items, String apiVersion, String kind, int depth) {
    if (items instanceof Scalar scalar && scalar.isNull()) {
      return;
    }
    if (!(items instanceof Sequence sequence)) {
      problems.add(new Problem(items.at(), "items of a list of objects must be a list"));
      return;
    }
    for (Tree item : sequence.items()) {
      Optional<String> itemKind =
          item.text("kind").or(() -> Optional.of(kind).filter(it -> !it.isEmpty()));
      Optional<String> itemVersion =
          item.text("apiVersion").or(() -> Optional.of(apiVersion).filter(it -> !kind.isEmpty()));
      if (item instanceof Mapping map && itemKind.isPresent() && itemVersion.isPresent()) {
        object(map, itemVersion.get(), itemKind.get(), depth);
      } else {
        problems.add(new Problem(item.at(), "an item without apiVersion and kind is no object"));
      }
    }
  }
}
