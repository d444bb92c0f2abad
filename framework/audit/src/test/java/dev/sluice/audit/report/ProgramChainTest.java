package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.chain.NodeCap;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgramChainTest {
  @Test
  void showsWhereTheRuleBreaks() {
    ProgramChain chain = chain(Estates.supervised(OptionalLong.empty(), 400));

    assertThat(chain.names()).isEqualTo("longest work <= stopwaitsecs <= grace period - preStop");
    assertThat(chain.figures()).isEqualTo("400 <= 10 <= 300 - 0");
    assertThat(chain.failsAt()).contains("400 <= 10");
    assertThat(chain.holds()).contains(false);
  }

  @Test
  void holdsWhenEachLayerLeavesRoom() {
    ProgramChain chain = chain(Estates.supervised(OptionalLong.of(280), 180));

    assertThat(chain.figures()).isEqualTo("180 <= 280 <= 300 - 0");
    assertThat(chain.failsAt()).isEmpty();
    assertThat(chain.holds()).contains(true);
  }

  @Test
  void isUndecidedWithoutANeed() {
    ProgramChain chain = chain(Estates.supervised(OptionalLong.of(280), 0));

    assertThat(chain.figures()).isEqualTo("? <= 280 <= 300 - 0");
    assertThat(chain.holds()).isEmpty();
  }

  @Test
  void countsTheNodeWhereItIsKnown() {
    ProgramChain chain =
        chain(
            Estates.supervised(
                "a/Deployment/b",
                "300",
                OptionalLong.of(280),
                180,
                Optional.of(new NodeCap("--node-limit 120s", 120))));

    assertThat(chain.names()).endsWith("min(grace period, node) - preStop");
    assertThat(chain.figures()).isEqualTo("180 <= 280 <= min(300, 120) - 0");
    assertThat(chain.failsAt()).contains("180 <= min(300, 120) - 0");
  }

  private static ProgramChain chain(Estate estate) {
    AuditedContainer container = estate.subjects().get(0).containers().get(0);
    return ProgramChain.of(container, container.programs().get(0));
  }
}
