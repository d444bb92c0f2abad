package dev.sluice.config;

import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.NodeDeclaration;
import dev.sluice.chain.NodeProfile;
import java.time.Duration;
import java.util.Optional;

/**
 * The {@code node} section: how long the thing that drains nodes really waits. Of several figures
 * the smallest counts.
 *
 * @param profile who drains the nodes
 * @param limit an explicit figure for any provider
 * @param karpenter the node pool's own figure
 * @param kubelet the kubelet's own figures
 */
public record NodeSettings(
    @Setting(doc = "Who drains the nodes.", value = "none") NodeProfile profile,
    @Setting(doc = "How long it waits, for any provider.") Optional<Duration> limit,
    @Setting(doc = "The node pool's figure; with profile karpenter.")
        Optional<KarpenterSettings> karpenter,
    @Setting(doc = "The kubelet's figures; with profile kubelet.")
        Optional<KubeletSettings> kubelet) {

  /**
   * {@code node.karpenter}.
   *
   * @param limit the node pool's terminationGracePeriod
   */
  public record KarpenterSettings(
      @Setting(doc = "The node pool's terminationGracePeriod.") Duration limit) {}

  /**
   * {@code node.kubelet}: a regular pod gets what the critical ones leave.
   *
   * @param shutdownGracePeriod the kubelet's setting of that name
   * @param critical the kubelet's shutdownGracePeriodCriticalPods
   */
  public record KubeletSettings(
      @Setting(doc = "The kubelet's shutdownGracePeriod.") Duration shutdownGracePeriod,
      @Setting(doc = "The kubelet's shutdownGracePeriodCriticalPods.", value = "0s")
          Duration critical) {}

  /**
   * Refuses a profile that lacks its figures.
   *
   * @throws InvalidDeclaration naming them
   */
  public NodeSettings {
    declaration(profile, limit, karpenter, kubelet).resolve();
  }

  /** The cap that counts; empty when none is declared. */
  public Optional<NodeCap> cap() {
    return declaration(profile, limit, karpenter, kubelet).resolve();
  }

  private static NodeDeclaration declaration(
      NodeProfile profile,
      Optional<Duration> limit,
      Optional<KarpenterSettings> karpenter,
      Optional<KubeletSettings> kubelet) {
    return new NodeDeclaration(
        profile,
        limit,
        karpenter.map(KarpenterSettings::limit),
        kubelet.map(
            figures ->
                new NodeDeclaration.Kubelet(figures.shutdownGracePeriod(), figures.critical())));
  }
}
