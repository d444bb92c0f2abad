package dev.sluice.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.Ordering;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConservationTest {
  private static final int PER_LANE = 100_000;
  private static final long ALL = 3L * PER_LANE;

  private static final Mutant LOSES_ONE =
      Mutant.of(
          "one record in 100,000 is lost",
          "runtime.LaneBuffer",
          "add",
          Damage.OneInAHundredThousand.class);

  private long[] run(Mutant mutant, boolean log, Ordering ordering) throws Exception {
    MutantLoader loader = new MutantLoader(mutant, getClass().getClassLoader());
    Class<?> haul = loader.loadClass(LongHaul.class.getName());
    Class<?> order = loader.loadClass(Ordering.class.getName());
    return (long[])
        haul.getMethod("run", boolean.class, order, int.class)
            .invoke(
                null,
                log,
                order.getMethod("valueOf", String.class).invoke(null, ordering.name()),
                PER_LANE);
  }

  @ParameterizedTest
  @CsvSource({"true, LANE", "false, NONE"})
  void aRecordLostInAHundredThousandIsUnaccountedFor(boolean log, Ordering ordering)
      throws Exception {
    assertThat(run(LOSES_ONE, log, ordering)).containsExactly(ALL, ALL - 3, 3);
  }

  @ParameterizedTest
  @CsvSource({"true, LANE", "false, NONE"})
  void nothingIsUnaccountedForWhenNothingIsLost(boolean log, Ordering ordering) throws Exception {
    assertThat(run(null, log, ordering)).containsExactly(ALL, ALL, 0);
  }
}
