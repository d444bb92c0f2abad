package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.NodeCap;
import java.util.List;
import java.util.Optional;

/**
 * Everything that was read, put together.
 *
 * @param subjects what is audited
 * @param manifests all Kubernetes objects
 * @param nodeCap what the user said the nodes wait
 * @param texts every file that was read, for figures quoted in documents
 */
public record Estate(
    List<Subject> subjects,
    Manifests manifests,
    Optional<NodeCap> nodeCap,
    List<SourceText> texts) {

  /** Copies the lists. */
  public Estate {
    subjects = List.copyOf(subjects);
    texts = List.copyOf(texts);
  }

  /** The other Kubernetes objects of a kind. */
  public List<KubernetesObject> objects(String kind) {
    return manifests.of(kind);
  }
}
