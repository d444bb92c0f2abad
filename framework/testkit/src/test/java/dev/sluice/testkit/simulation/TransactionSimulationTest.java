package dev.sluice.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills, zombies and lost answers between a broker and a database, by the thousand. */
class TransactionSimulationTest {
  private static final int SCHEDULES = Integer.getInteger("sluice.transactions.schedules", 5_000);
  private static final long SEED = Long.getLong("sluice.transactions.seed", 1);
  private static final int MOST_PER_BUG = 5_000;

  @Test
  void everyEffectHappensOnce() {
    Object[] result = TransactionRuns.run(SEED, SCHEDULES, "NOTHING");

    assertThat(result[1]).isEqualTo("");
    assertThat(result[0]).isEqualTo(SCHEDULES);
  }

  @ParameterizedTest
  @EnumSource(
      value = LateStore.Bend.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NOTHING"})
  void aBentStoreIsFound(LateStore.Bend bend) {
    Object[] result = TransactionRuns.run(SEED, MOST_PER_BUG, bend.name());

    System.out.printf("%-35s %6s %s%n", bend, result[0], result[1]);
    assertThat((String) result[1]).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fenced", "settled without the store"})
  void aPlantedBugIsFound(String bug) throws Exception {
    MutantLoader loader = new MutantLoader(mutant(bug), getClass().getClassLoader());
    Object[] result =
        (Object[])
            loader
                .loadClass(TransactionRuns.class.getName())
                .getMethod("run", long.class, int.class, String.class)
                .invoke(null, SEED, MOST_PER_BUG, "NOTHING");

    System.out.printf("%-35s %6s %s%n", bug, result[0], result[1]);
    assertThat((String) result[1]).isNotEmpty();
  }

  private static Mutant mutant(String bug) {
    return switch (bug) {
      case "fenced" ->
          Mutant.of("a lane is never owned again", "runtime.Retaking", "fenced", Damage.Skip.class);
      default ->
          Mutant.of("the store is not passed", "runtime.Tenures", "pass", Damage.Confirmed.class);
    };
  }
}
