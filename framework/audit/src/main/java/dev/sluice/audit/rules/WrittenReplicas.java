package dev.sluice.audit.rules;

import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether somebody wrote {@code spec.replicas}. An object from a cluster always has it: there its
 * last applied manifest tells, or a server-side apply that owns the field. An owner by update tells
 * nothing, since defaults count as its own.
 *
 * @param field the field
 * @param words what was written, for the message
 */
record WrittenReplicas(Scalar field, String words) {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** The field when it was written; empty when it was not, and when nothing tells. */
  static Optional<WrittenReplicas> of(Workload workload) {
    Mapping document = workload.document();
    Optional<Scalar> replicas = document.scalar("spec", "replicas");
    if (!live(document)) {
      return replicas.map(it -> new WrittenReplicas(it, "replicas is " + it.text()));
    }
    if (lastApplied(document)) {
      return replicas.map(
          it -> new WrittenReplicas(it, "the manifest that was last applied sets replicas"));
    }
    return replicas
        .filter(it -> applied(document))
        .map(it -> new WrittenReplicas(it, "a server-side apply sets replicas"));
  }

  // kubectl create --dry-run prints an empty status.
  private static boolean live(Mapping document) {
    return document.scalar("metadata", "uid").isPresent()
        || document.sequence("metadata", "managedFields").isPresent()
        || document.mapping("status").filter(it -> !it.entries().isEmpty()).isPresent();
  }

  private static boolean lastApplied(Mapping document) {
    return document
        .scalar("metadata", "annotations", LAST_APPLIED)
        .filter(
            it ->
                Documents.read(it.source(LAST_APPLIED)).trees().stream()
                    .anyMatch(tree -> tree.scalar("spec", "replicas").isPresent()))
        .isPresent();
  }

  private static boolean applied(Mapping document) {
    return document
        .sequence("metadata", "managedFields")
        .map(Sequence::mappings)
        .orElse(Stream.empty())
        .filter(it -> it.text("operation").filter("Apply"::equals).isPresent())
        .filter(it -> it.text("subresource").filter(name -> !name.isEmpty()).isEmpty())
        .anyMatch(it -> it.path("fieldsV1", "f:spec", "f:replicas").isPresent());
  }
}
