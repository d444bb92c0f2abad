package dev.sluice.config.load;

import java.util.Set;

/**
 * The top-level keys of {@code pipeline.yaml} that only the chart reads. The worker knows their
 * names, so that a mistyped key of its own is still found, and leaves their contents alone.
 */
public final class ChartKeys {

  /** All of them. */
  public static final Set<String> NAMES =
      Set.of(
          "affinity",
          "command",
          "env",
          "envFrom",
          "fullnameOverride",
          "global",
          "image",
          "imagePullSecrets",
          "nodeSelector",
          "podAnnotations",
          "podLabels",
          "podSecurityContext",
          "replicas",
          "resources",
          "securityContext",
          "serviceAccount",
          "supervisor",
          "terminationGracePeriodSeconds",
          "tolerations",
          "volumeMounts",
          "volumes");

  private ChartKeys() {}
}
