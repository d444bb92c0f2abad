package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChainTableTest {
  private static final List<TaskLimit> TASKS =
      List.of(new TaskLimit("load", Duration.ofMinutes(3), Optional.empty()));

  @Test
  void everyLayerStandsInTheTableWithItsOrigin() {
    Chain chain =
        Chain.derive(
            new ChainSpec(
                TASKS,
                ShutdownBudget.DEFAULT,
                Optional.of(new Supervisor(List.of(), List.of(Duration.ofSeconds(30)))),
                Optional.of(new NodeCap("node.limit", 600)),
                Optional.of(Duration.ofSeconds(300))));

    assertThat(ChainTable.render(chain, Optional.empty()))
        .isEqualTo(
            """
            layer             figure  from
            need               180 s  pipeline.limits.load.limit
            + commit            10 s  shutdown.commit
            + close             10 s  shutdown.close
            = window           200 s  the worker's own deadline: drain, settle, close
            + margin            10 s  shutdown.margin
            = stopwait         210 s  stopwaitsecs of this program
            + other groups      30 s  supervisor.otherGroupWaits, one after the other
            = waits            240 s  what the groups take
            + supervisor        10 s  max(margin, groups + 1): it notices a death at its poll of one second
            + preStop            0 s  shutdown.preStop
            = grace            250 s  derived
            pod grace          300 s  terminationGracePeriodSeconds
            node cap           600 s  node.limit
            """);
  }

  @Test
  void whatIsGrantedStandsBesideWhatIsNeeded() {
    Chain chain = Chain.derive(ChainSpec.of(TASKS, ShutdownBudget.DEFAULT));
    GrantedChain granted =
        GrantedChain.fromEnvironment(
            Map.of(
                "SLUICE_GRACE_PERIOD_SECONDS", "30",
                "SLUICE_PRE_STOP_SECONDS", "0",
                "SLUICE_NODE_LIMIT_SECONDS", "120"));

    assertThat(ChainTable.render(chain, Optional.of(granted)))
        .isEqualTo(
            """
            layer             figure    granted  from
            need               180 s          -  pipeline.limits.load.limit
            + commit            10 s          -  shutdown.commit
            + close             10 s          -  shutdown.close
            = window           200 s          -  the worker's own deadline: drain, settle, close
            + margin            10 s          -  shutdown.margin
            + preStop            0 s        0 s  shutdown.preStop
            = grace            210 s       30 s  derived
            node cap               -      120 s  SLUICE_NODE_LIMIT_SECONDS
            """);
  }
}
