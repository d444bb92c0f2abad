package dev.sluice.chain;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The values of {@code node.profile}: who drains the nodes this pipeline runs on. */
public enum NodeProfile {
  /** Nothing is known that cuts a grace period short. */
  NONE("none", OptionalLong.empty()),
  /** The notice of an AWS spot reclaim: two minutes. */
  AWS_SPOT("aws-spot", OptionalLong.of(120)),
  /** The cluster autoscaler's default {@code --max-graceful-termination-sec}. */
  CLUSTER_AUTOSCALER("cluster-autoscaler", OptionalLong.of(600)),
  /** Karpenter waits as long as its node pool says, so {@code node.karpenter.limit} is needed. */
  KARPENTER("karpenter", OptionalLong.empty()),
  /** The kubelet's graceful node shutdown; {@code node.kubelet} carries its settings. */
  KUBELET("kubelet", OptionalLong.empty());

  private final String label;
  private final OptionalLong seconds;

  NodeProfile(String label, OptionalLong seconds) {
    this.label = label;
    this.seconds = seconds;
  }

  /** As written in {@code node.profile}. */
  public String label() {
    return label;
  }

  /** The figure that comes with the profile; empty where the deployment must give its own. */
  public Optional<NodeCap> knownCap() {
    return seconds.isPresent()
        ? Optional.of(new NodeCap("node.profile " + label, seconds.getAsLong()))
        : Optional.empty();
  }

  /**
   * Reads {@code node.profile}.
   *
   * @throws InvalidDeclaration naming the value and the accepted ones
   */
  public static NodeProfile parse(String text) {
    return Arrays.stream(values())
        .filter(profile -> profile.label.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidDeclaration(
                    "node.profile: \""
                        + text
                        + "\" is unknown; write one of "
                        + Arrays.stream(values())
                            .map(NodeProfile::label)
                            .collect(Collectors.joining(", "))));
  }
}
