package dev.sluice.progress;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random schedules of one lane against books kept record by record. */
class LaneLedgerSimulationTest {
  private static final int SCHEDULES = 100;

  @ParameterizedTest
  @EnumSource
  void theLedgerAgreesWithBooksKeptRecordByRecord(Settling settling) {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      try {
        new LaneSchedule(seed, settling).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
