package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds however a source settles. */
class LaneLedgerTest {
  private static final LaneRef LANE = new LaneRef("flights-0", 3);

  private static LaneLedger ledger(Settling settling) {
    return LaneLedger.of(LANE, ResumePoint.at(100), settling);
  }

  private static LaneLedger of(Settling settling, int records) {
    LaneLedger ledger = ledger(settling);
    assertThat(ledger.receive(FakePositions.of(100, records))).isZero();
    return ledger;
  }

  private static Counts settleAll(LaneLedger ledger) {
    Counts counts = Counts.NONE;
    for (Settlement settlement : ledger.take()) {
      counts = counts.plus(ledger.settled(settlement));
    }
    return counts;
  }

  @ParameterizedTest
  @EnumSource
  void aFreshLaneHasNothingToSettle(Settling settling) {
    LaneLedger ledger = ledger(settling);

    assertThat(ledger.lane()).isEqualTo(LANE);
    assertThat(ledger.settledPosition()).isEqualTo(100);
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.span()).isZero();
    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.takeFinal()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsOfferedOfRecordsThatHaveNotEnded(Settling settling) {
    LaneLedger ledger = of(settling, 10);

    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.unsettled()).isZero();
    assertThat(ledger.span()).isEqualTo(10);
    assertThat(ledger.nextOpen(0, 10)).isZero();
    assertThat(ledger.nextEnded(0, 10)).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void recordsAreNumberedWithoutHolesOverBatches(Settling settling) {
    LaneLedger ledger = ledger(settling);

    assertThat(ledger.receive(FakePositions.at(120, 103, 110))).isZero();
    assertThat(ledger.receive(FakePositions.at(200, 150))).isEqualTo(2);
    assertThat(ledger.receive(FakePositions.of(200, 5))).isEqualTo(3);
    assertThat(ledger.span()).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchThatGoesBackIsRefused(Settling settling) {
    LaneLedger ledger = of(settling, 10);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.receive(FakePositions.of(109, 1)))
        .withMessage("flights-0 was delivered position 109 after 110");
  }

  @ParameterizedTest
  @EnumSource
  void aRecordEndsOnceAndInTheWayThatCameFirst(Settling settling) {
    LaneLedger ledger = of(settling, 6);
    ledger.done(0, 2);
    ledger.skipped(1, 3);
    ledger.deadLettered(3);
    ledger.deadLettered(2);
    ledger.delayed(4);
    ledger.delayed(3);
    ledger.done(0, 6);
    ledger.skipped(0, 6);

    assertThat(ledger.unsettled()).isEqualTo(6);
    assertThat(settleAll(ledger)).isEqualTo(new Counts(3, 1, 1, 0, 1));
    assertThat(ledger.unsettled()).isZero();
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.settledPosition()).isEqualTo(106);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsForgottenHasEndedWhateverIsSaidOfIt(Settling settling) {
    LaneLedger ledger = of(settling, 300);
    ledger.done(0, 200);
    settleAll(ledger);

    assertThat(ledger.oldest()).isEqualTo(200);
    assertThat(ledger.nextOpen(0, 300)).isEqualTo(200);
    assertThat(ledger.nextOpen(7, 8)).as("a record that is forgotten is not open").isEqualTo(8);
    assertThat(ledger.nextEnded(7, 300)).isEqualTo(7);
    assertThat(ledger.nextEnded(200, 300)).isEqualTo(300);

    ledger.done(0, 50);
    ledger.skipped(10, 60);
    ledger.deadLettered(5);
    ledger.handBack(0, 70);

    assertThat(ledger.unsettled()).isZero();
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.nextOpen(0, 300)).isEqualTo(200);

    ledger.done(150, 300);

    assertThat(settleAll(ledger)).isEqualTo(new Counts(100, 0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void aFailedSettleIsOfferedAgainWithWhateverCameSince(Settling settling) {
    LaneLedger ledger = of(settling, 20);
    ledger.done(0, 10);
    Settlement first = ledger.take().get(0);
    ledger.done(10, 15);
    ledger.failed(first);

    assertThat(ledger.take()).containsExactly(new Settlement.Done(LANE, 100, 115, 15));
    assertThat(ledger.unsettled()).isEqualTo(15);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsOfferedTwiceAndNothingAfterTheLastTime(Settling settling) {
    LaneLedger ledger = of(settling, 30);
    ledger.done(0, 10);
    Settlement ordinary = ledger.take().get(0);
    assertThat(ledger.take()).isEmpty();
    ledger.done(10, 15);
    Settlement last = ledger.takeFinal().get(0);
    ledger.done(15, 20);

    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.settled(ordinary)).isEqualTo(new Counts(10, 0, 0, 0));
    assertThat(ledger.settled(last)).isEqualTo(new Counts(5, 0, 0, 0));
    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.unsettled()).as("too late for the last settle").isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementThatIsAnsweredTwiceCountsOnce(Settling settling) {
    LaneLedger ledger = of(settling, 200);
    ledger.done(0, 150);
    Settlement first = ledger.take().get(0);

    assertThat(ledger.settled(first)).isEqualTo(new Counts(150, 0, 0, 0));
    assertThat(ledger.settled(first)).isEqualTo(Counts.NONE);
    assertThat(ledger.unsettled()).isZero();
  }
}
