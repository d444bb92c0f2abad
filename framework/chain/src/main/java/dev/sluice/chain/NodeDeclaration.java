package dev.sluice.chain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The {@code node} section of {@code pipeline.yaml} as declared. Figures may stand together; the
 * smallest counts.
 *
 * @param profile {@code node.profile}
 * @param limit {@code node.limit}: an explicit figure for any provider
 * @param karpenterLimit {@code node.karpenter.limit}
 * @param kubelet {@code node.kubelet}
 */
public record NodeDeclaration(
    NodeProfile profile,
    Optional<Duration> limit,
    Optional<Duration> karpenterLimit,
    Optional<Kubelet> kubelet) {
  /** Nothing declared: no cap. */
  public static final NodeDeclaration NONE =
      new NodeDeclaration(NodeProfile.NONE, Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * {@code node.kubelet}: a regular pod gets what the critical ones leave.
   *
   * @param shutdownGracePeriod the kubelet's setting of that name
   * @param critical the kubelet's {@code shutdownGracePeriodCriticalPods}
   */
  public record Kubelet(Duration shutdownGracePeriod, Duration critical) {
    private NodeCap cap() {
      long seconds = shutdownGracePeriod.toSeconds() - Durations.ceilSeconds(critical);
      if (seconds < 0) {
        throw new InvalidDeclaration(
            "node.kubelet.critical is above node.kubelet.shutdownGracePeriod ("
                + Durations.print(critical)
                + " > "
                + Durations.print(shutdownGracePeriod)
                + "): give the two figures of the kubelet's configuration");
      }
      return new NodeCap("node.kubelet", seconds);
    }
  }

  /**
   * The cap that counts: the smallest of all that are declared, rounded down; empty when none is.
   *
   * @throws InvalidDeclaration if a profile needs a figure that is not given
   */
  public Optional<NodeCap> resolve() {
    List<NodeCap> caps = new ArrayList<>();
    profile.knownCap().ifPresent(caps::add);
    limit.ifPresent(figure -> caps.add(new NodeCap("node.limit", figure.toSeconds())));
    karpenterLimit.ifPresent(
        figure -> caps.add(new NodeCap("node.karpenter.limit", figure.toSeconds())));
    kubelet.ifPresent(figures -> caps.add(figures.cap()));
    requireOwnFigure();
    return caps.stream().min(Comparator.comparingLong(NodeCap::seconds));
  }

  private void requireOwnFigure() {
    if (profile == NodeProfile.KARPENTER && karpenterLimit.isEmpty() && limit.isEmpty()) {
      throw new InvalidDeclaration(
          "node.profile karpenter needs its own figure: set node.karpenter.limit to the node pool's"
              + " terminationGracePeriod");
    }
    if (profile == NodeProfile.KUBELET && kubelet.isEmpty() && limit.isEmpty()) {
      throw new InvalidDeclaration(
          "node.profile kubelet needs its own figures: set node.kubelet.shutdownGracePeriod and"
              + " node.kubelet.critical, or node.limit for the pod's priority class");
    }
  }
}
