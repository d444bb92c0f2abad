package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The controller that made an object, from {@code metadata.ownerReferences}.
 *
 * @param kind its kind
 * @param name its name
 * @param uid its uid; empty when none is written
 */
public record Owner(String kind, String name, Optional<String> uid) {

  /** The controller of an object; empty when a person made it. */
  public static Optional<Owner> of(Mapping document) {
    return document
        .sequence("metadata", "ownerReferences")
        .map(Sequence::mappings)
        .orElse(Stream.empty())
        .filter(it -> it.scalar("controller").filter(Scalar::isTrue).isPresent())
        .filter(it -> it.text("kind").isPresent() && it.text("name").isPresent())
        .findFirst()
        .map(it -> new Owner(it.text("kind").get(), it.text("name").get(), it.text("uid")));
  }

  /** True when an object of the same namespace is this owner: of two uids both must be the same. */
  public boolean is(KubernetesObject object) {
    Optional<String> other = object.document().text("metadata", "uid");
    return kind.equals(object.kind())
        && name.equals(object.name())
        && (uid.isEmpty() || other.isEmpty() || uid.equals(other));
  }
}
