package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Tree;
import java.util.List;

/**
 * What Kubernetes objects were found.
 *
 * @param workloads what makes pods
 * @param others everything else that has an apiVersion and a kind
 * @param problems objects that are none, with their places
 */
public record Manifests(
    List<Workload> workloads, List<KubernetesObject> others, List<Problem> problems) {

  /** Copies the lists. */
  public Manifests {
    workloads = List.copyOf(workloads);
    others = List.copyOf(others);
    problems = List.copyOf(problems);
  }

  /**
   * Reads documents; lists ({@code kubectl get -o json}) are opened, documents without apiVersion
   * and kind are passed over. Pods, Jobs and ReplicaSets that a workload of the same input made
   * count as others: their owner stands for them. No document makes it throw.
   */
  public static Manifests of(List<Tree> documents) {
    return new ManifestReader().read(documents);
  }

  /** The other objects of a kind. */
  public List<KubernetesObject> of(String kind) {
    return others.stream().filter(other -> other.kind().equals(kind)).toList();
  }
}
