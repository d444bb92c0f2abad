package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Mapping;

/**
 * Any other object: HorizontalPodAutoscaler, ScaledObject, PodDisruptionBudget, ConfigMap,
 * LimitRange, …
 *
 * @param apiVersion as written, {@code autoscaling/v2}
 * @param kind as written
 * @param namespace empty when none is written
 * @param name its name
 * @param document the whole object
 */
public record KubernetesObject(
    String apiVersion, String kind, String namespace, String name, Mapping document) {

  /** What findings call it. */
  public Place place() {
    return Place.of((namespace.isEmpty() ? "" : namespace + "/") + kind + "/" + name);
  }
}
