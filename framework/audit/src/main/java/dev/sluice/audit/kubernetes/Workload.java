package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Map;

/**
 * Something that makes pods.
 *
 * @param kind {@code Deployment}, {@code StatefulSet}, {@code DaemonSet}, {@code ReplicaSet},
 *     {@code ReplicationController}, {@code Job}, {@code CronJob}, {@code Pod}, KEDA's {@code
 *     ScaledJob}, Argo's {@code Rollout}, OpenShift's {@code DeploymentConfig}
 * @param namespace empty when none is written
 * @param name its name; {@code export-*} where only {@code generateName} is written
 * @param document the whole object
 * @param podMetadata the metadata of its pods; empty mapping when none
 * @param podSpec the spec of its pods
 * @param containers all of them, in the order init, main
 * @param among the place that tells it from others of the same kind, namespace and name; empty
 *     where there are none
 */
public record Workload(
    String kind,
    String namespace,
    String name,
    Mapping document,
    Mapping podMetadata,
    Mapping podSpec,
    List<Container> containers,
    String among) {

  /** Copies the containers. */
  public Workload {
    containers = List.copyOf(containers);
  }

  /** What findings call it. */
  public Place place() {
    String place = (namespace.isEmpty() ? "" : namespace + "/") + kind + "/" + name;
    return Place.of(among.isEmpty() ? place : place + Place.AT + among);
  }

  /** The same, told from others of its name by where it stands. */
  Workload at(String where) {
    return new Workload(kind, namespace, name, document, podMetadata, podSpec, containers, where);
  }

  /** Where it begins. */
  public Position at() {
    return document.at();
  }

  /** True for what keeps running until it is stopped, false for what runs to its end. */
  public boolean longRunning() {
    return switch (kind) {
      case "Job", "CronJob", "ScaledJob" -> false;
      default -> true;
    };
  }

  /** True for what node drains evict and a PodDisruptionBudget can protect. */
  public boolean evicted() {
    return switch (kind) {
      case "Deployment",
          "StatefulSet",
          "ReplicaSet",
          "ReplicationController",
          "Rollout",
          "DeploymentConfig" ->
          true;
      default -> false;
    };
  }

  /** The labels of its pods. */
  public Map<String, String> labels() {
    return Labels.of(podMetadata);
  }
}
