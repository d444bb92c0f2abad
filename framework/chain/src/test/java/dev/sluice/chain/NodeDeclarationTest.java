package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeDeclarationTest {

  @Test
  void nothingDeclaredIsNoCap() {
    assertThat(NodeDeclaration.NONE.resolve()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"KARPENTER", "KUBELET"})
  void aProfileWithoutAFigureOfItsOwnIsRefused(NodeProfile profile) {
    assertThatThrownBy(() -> declare(profile, Optional.empty(), Optional.empty()).resolve())
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessageStartingWith("node.profile " + profile.label() + " needs its own figure");
  }

  @Test
  void kubeletFiguresGiveRegularPodsWhatCriticalOnesLeave() {
    NodeDeclaration.Kubelet kubelet =
        new NodeDeclaration.Kubelet(Duration.ofSeconds(60), Duration.ofMillis(19_500));

    assertThat(declare(NodeProfile.KUBELET, Optional.empty(), Optional.of(kubelet)).resolve())
        .contains(new NodeCap("node.kubelet", 40));
  }

  @Test
  void kubeletFiguresTheWrongWayRoundAreRefused() {
    NodeDeclaration.Kubelet kubelet =
        new NodeDeclaration.Kubelet(Duration.ofSeconds(10), Duration.ofSeconds(20));

    assertThatThrownBy(
            () -> declare(NodeProfile.KUBELET, Optional.empty(), Optional.of(kubelet)).resolve())
        .hasMessageContaining("(20s > 10s)");
  }

  @Test
  void theSmallerOfProfileAndLimitCounts() {
    Optional<Duration> limit = Optional.of(Duration.ofSeconds(90));

    assertThat(declare(NodeProfile.AWS_SPOT, limit, Optional.empty()).resolve())
        .contains(new NodeCap("node.limit", 90));
  }

  @Test
  void anUnknownProfileIsRefusedNamingTheKnownOnes() {
    assertThatThrownBy(() -> NodeProfile.parse("spot"))
        .hasMessage(
            "node.profile: \"spot\" is unknown; write one of none, aws-spot, cluster-autoscaler,"
                + " karpenter, kubelet");
  }

  private static NodeDeclaration declare(
      NodeProfile profile, Optional<Duration> limit, Optional<NodeDeclaration.Kubelet> kubelet) {
    return new NodeDeclaration(profile, limit, Optional.empty(), kubelet);
  }
}
