package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChainTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void theJvmGetsExactFiguresWhereOtherLayersGetWholeSeconds() {
    Chain chain =
        Chain.derive(
            ChainSpec.of(
                List.of(task("job", Duration.ofMillis(1500))),
                new ShutdownBudget(
                    Duration.ofMillis(500), Duration.ofMillis(250), Duration.ZERO, Duration.ZERO)));

    assertThat(chain.need()).isEqualTo(Duration.ofMillis(1500));
    assertThat(chain.window()).isEqualTo(Duration.ofMillis(2250));
    assertThat(chain.windowSeconds()).isEqualTo(4);
  }

  @Test
  void aCheckpointLaterThanTheLimitIsRefused() {
    assertThatThrownBy(() -> new TaskLimit("load", MINUTE, Optional.of(MINUTE.plusMillis(1))))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessageStartingWith(
            "pipeline.limits.load.checkpointEvery is above pipeline.limits.load.limit"
                + " (1m1ms > 1m)");
  }

  @Test
  void aCheckpointAsLateAsTheLimitIsAccepted() {
    assertThat(new TaskLimit("load", MINUTE, Optional.of(MINUTE)).need()).isEqualTo(MINUTE);
  }

  @Test
  void aChainWithoutATaskIsRefused() {
    assertThatThrownBy(() -> ChainSpec.of(List.of(), ShutdownBudget.DEFAULT))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessageContaining("pipeline.limits.<handler>.limit");
  }

  @Test
  void theBindingLinkIsTheWorkersOwnWindowWhenEverythingFits() {
    Chain chain = Chain.derive(ChainSpec.of(List.of(task("job", MINUTE)), ShutdownBudget.DEFAULT));

    assertThat(chain.bindingLink()).hasToString("window 80 s (limit of job)");
  }

  @Test
  void theBindingLinkIsTheSmallerOfOverrideAndNodeWhenNeitherFits() {
    ChainSpec spec =
        new ChainSpec(
            List.of(task("job", MINUTE)),
            ShutdownBudget.DEFAULT,
            Optional.empty(),
            Optional.of(new NodeCap("node.limit", 50)),
            Optional.of(Duration.ofSeconds(70)));

    assertThat(Chain.derive(spec).bindingLink()).hasToString("node cap 50 s (node.limit)");
  }

  @Test
  void theOrderOfDeclarationsChangesNothing() {
    TaskLimit a = task("a", MINUTE);
    TaskLimit b = task("b", MINUTE);

    assertThat(ChainSpec.of(List.of(b, a), ShutdownBudget.DEFAULT))
        .isEqualTo(ChainSpec.of(List.of(a, b), ShutdownBudget.DEFAULT));
  }

  @Test
  void moreOfAnythingNeverGivesASmallerGrace() {
    Random random = new Random(42);
    for (int i = 0; i < 2_000; i++) {
      long[] inputs = random.longs(8, 1, 400_000).toArray();
      long[] larger = inputs.clone();
      larger[random.nextInt(larger.length)] += random.nextInt(5_000);
      boolean supervised = random.nextBoolean();

      Chain before = chain(inputs, supervised);
      Chain after = chain(larger, supervised);

      assertThat(after.graceSeconds()).isGreaterThanOrEqualTo(before.graceSeconds());
      assertThat(after.window()).isGreaterThanOrEqualTo(before.window());
    }
  }

  @Test
  void theGraceAlwaysHoldsTheExactWindowAndWhatSurroundsIt() {
    Random random = new Random(43);
    for (int i = 0; i < 2_000; i++) {
      Chain chain = chain(random.longs(8, 1, 400_000).toArray(), random.nextBoolean());
      ShutdownBudget budget = chain.spec().budget();

      assertThat(Duration.ofSeconds(chain.graceSeconds()))
          .isGreaterThanOrEqualTo(chain.window().plus(budget.preStop()).plus(budget.margin()));
    }
  }

  private static Chain chain(long[] millis, boolean supervised) {
    Duration[] d = new Duration[millis.length];
    for (int i = 0; i < d.length; i++) {
      d[i] = Duration.ofMillis(millis[i]);
    }
    return Chain.derive(
        new ChainSpec(
            List.of(task("a", d[0]), task("b", d[1])),
            new ShutdownBudget(d[2], d[3], d[4], d[5]),
            supervised
                ? Optional.of(new Supervisor(List.of(d[6]), List.of(d[7])))
                : Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static TaskLimit task(String name, Duration limit) {
    return new TaskLimit(name, limit, Optional.empty());
  }
}
