package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What travels with a settled position. */
class CarriedLedgerTest {
  private static final LaneRef LANE = new LaneRef("flights-0", 3);
  private static final byte[] STATE = {1, 2};
  private static final byte[] NEWER = {3};

  private static LaneLedger ledger(ResumePoint at) {
    return LaneLedger.of(LANE, at, Settling.CUMULATIVE_WITH_CARRIED);
  }

  private static LaneLedger of(int records) {
    LaneLedger ledger = ledger(ResumePoint.at(100));
    ledger.receive(FakePositions.of(100, records));
    return ledger;
  }

  private static Settlement.Done only(List<Settlement> settlements) {
    assertThat(settlements).hasSize(1);
    return (Settlement.Done) settlements.get(0);
  }

  private static Carried beyond(Stretch... stretches) {
    return new Carried(List.of(stretches), List.of());
  }

  private static ResumePoint at(long position, Stretch... stretches) {
    return new ResumePoint(position, beyond(stretches));
  }

  @Test
  void workDoneBeyondAHoleTravelsWithThePositionOfTheHole() {
    LaneLedger ledger = of(30);
    ledger.done(10, 20);

    assertThat(only(ledger.take()))
        .isEqualTo(new Settlement.Done(LANE, 100, 100, 0, beyond(new Stretch(110, 120))));
  }

  @Test
  void whatIsCarriedIsConfirmedOnceAndOfferedAgainAfterAChange() {
    LaneLedger ledger = of(30);
    ledger.done(10, 20);
    ledger.settled(only(ledger.take()));

    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.unsettled()).as("carried is not settled").isEqualTo(10);

    ledger.done(25, 26);

    assertThat(only(ledger.take()).carried())
        .isEqualTo(beyond(new Stretch(110, 120), new Stretch(125, 126)));
  }

  @Test
  void aFailedSettleLeavesWhatItCarriedDirty() {
    LaneLedger ledger = of(30);
    ledger.done(10, 20);
    ledger.failed(only(ledger.take()));

    assertThat(ledger.dirty()).isTrue();
    assertThat(only(ledger.take()).carried()).isEqualTo(beyond(new Stretch(110, 120)));
  }

  @Test
  void stretchesTakeInTheGapsInsideThem() {
    LaneLedger ledger = ledger(ResumePoint.at(100));
    ledger.receive(FakePositions.at(110, 100, 103, 106));
    ledger.receive(FakePositions.at(130, 115, 120));
    ledger.done(1, 5);

    assertThat(only(ledger.take()).carried()).isEqualTo(beyond(new Stretch(103, 130)));
  }

  @Test
  void whatAnEarlierOwnerHadDoneIsDoneOnArrival() {
    LaneLedger ledger = ledger(at(100, new Stretch(103, 105), new Stretch(107, 130)));
    ledger.receive(FakePositions.of(100, 10));

    assertThat(ledger.nextOpen(0, 10)).isZero();
    assertThat(ledger.nextEnded(0, 10)).isEqualTo(3);
    assertThat(ledger.nextOpen(3, 10)).isEqualTo(5);
    assertThat(ledger.nextEnded(5, 10)).isEqualTo(7);
    assertThat(ledger.nextOpen(7, 10)).isEqualTo(10);

    ledger.receive(FakePositions.of(110, 25));

    assertThat(ledger.nextOpen(10, 35)).isEqualTo(30);
    assertThat(ledger.unsettled()).isEqualTo(25);
  }

  @Test
  void whatAnEarlierOwnerHadDoneIsCarriedOnUntilItArrives() {
    LaneLedger ledger = ledger(at(100, new Stretch(105, 108), new Stretch(150, 160)));
    ledger.receive(FakePositions.of(100, 5));
    ledger.done(0, 2);

    assertThat(only(ledger.take()).carried())
        .isEqualTo(beyond(new Stretch(105, 108), new Stretch(150, 160)));
  }

  @Test
  void aStretchThatHasArrivedInPartIsCarriedAsOne() {
    LaneLedger ledger = ledger(at(100, new Stretch(103, 160), new Stretch(170, 180)));
    ledger.receive(FakePositions.of(100, 20));
    ledger.done(1, 2);

    assertThat(only(ledger.take()).carried())
        .isEqualTo(beyond(new Stretch(101, 102), new Stretch(103, 160), new Stretch(170, 180)));
  }

  @Test
  void whatAnEarlierOwnerHadDoneCountsAsSettledByThis() {
    LaneLedger ledger = ledger(at(100, new Stretch(101, 104)));
    ledger.receive(FakePositions.of(100, 4));
    ledger.done(0, 1);

    assertThat(ledger.settled(only(ledger.take()))).isEqualTo(new Counts(4, 0, 0, 0));
  }

  @Test
  void moreStretchesThanCanBeKeptAreLeftOutFromTheEnd() {
    LaneLedger ledger = of(10_000);
    for (int i = 1; i < 10_000; i += 2) {
      ledger.done(i, i + 1);
    }

    List<Stretch> kept = only(ledger.take()).carried().beyond();

    assertThat(kept).hasSize(4096).startsWith(new Stretch(101, 102));
    assertThat(kept.get(4095)).isEqualTo(new Stretch(8291, 8292));
  }

  @Test
  void aStateTravelsUntilItsRecordIsPassed() {
    LaneLedger ledger = of(30);
    ledger.keepState(105, STATE);
    assertThat(ledger.version()).isEqualTo(1);
    assertThat(ledger.storedVersion()).isZero();

    Settlement.Done alone = only(ledger.take());
    assertThat(alone.records()).isZero();
    assertThat(alone.carried().states()).containsExactly(new ResumeState(105, STATE));
    ledger.settled(alone);
    assertThat(ledger.storedVersion()).isEqualTo(1);

    ledger.done(0, 5);
    assertThat(only(ledger.take()).carried().states()).containsExactly(new ResumeState(105, STATE));
    assertThat(ledger.state(105)).isEqualTo(STATE);
  }

  @Test
  void aStateWhoseRecordIsSettledIsForgotten() {
    LaneLedger ledger = of(30);
    ledger.keepState(105, STATE);
    ledger.keepState(106, NEWER);
    ledger.done(0, 6);
    ledger.settled(only(ledger.take()));

    assertThat(ledger.state(105)).isNull();
    assertThat(ledger.state(106)).isEqualTo(NEWER);
  }

  @Test
  void theLaterStateOfARecordReplacesTheEarlier() {
    LaneLedger ledger = of(30);
    ledger.keepState(105, STATE);
    ledger.keepState(105, NEWER);

    assertThat(only(ledger.take()).carried().states()).containsExactly(new ResumeState(105, NEWER));
  }

  @Test
  void aForgottenStateIsTakenFromTheSourceToo() {
    LaneLedger ledger = of(30);
    ledger.keepState(105, STATE);
    ledger.settled(only(ledger.take()));
    ledger.forgetState(105);

    assertThat(ledger.dirty()).isTrue();
    assertThat(only(ledger.take()).carried()).isEqualTo(Carried.NONE);
    ledger.forgetState(105);
    assertThat(ledger.version()).as("there was nothing to forget").isEqualTo(2);
  }

  @Test
  void aStateIsStoredByTheAnswerToTheSettlementThatCarriedItOnly() {
    LaneLedger ledger = of(30);
    ledger.done(0, 5);
    Settlement.Done ordinary = only(ledger.take());
    ledger.keepState(105, STATE);
    Settlement.Done last = only(ledger.takeFinal());
    assertThat(last.next()).isEqualTo(ordinary.next());

    ledger.failed(last);
    ledger.settled(ordinary);

    assertThat(ledger.storedVersion()).isZero();
    assertThat(ledger.dirty()).isTrue();
  }

  @Test
  void statesGivenBackAreThereForTheRecordTheyBelongTo() {
    ResumePoint kept =
        new ResumePoint(100, new Carried(List.of(), List.of(new ResumeState(104, STATE))));
    LaneLedger ledger = ledger(kept);

    assertThat(ledger.state(104)).isEqualTo(STATE);
    assertThat(ledger.state(105)).isNull();
    assertThat(ledger.dirty()).isFalse();

    ledger.receive(FakePositions.of(100, 10));
    ledger.done(0, 1);
    assertThat(only(ledger.take()).carried().states()).containsExactly(new ResumeState(104, STATE));
  }
}
