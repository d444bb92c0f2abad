package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndividualLedgerTest {
  private static final LaneRef LANE = new LaneRef("jobs", 2);
  private static final byte[] STATE = {1, 2};

  private final LaneLedger ledger =
      LaneLedger.of(LANE, ResumePoint.at(100), Settling.INDIVIDUAL_WITH_CARRIED);

  private static Settlement done(long from, long next, long records) {
    return new Settlement.Done(LANE, from, next, records);
  }

  private static Settlement back(long from, long next, long records, ResumeState... states) {
    return new Settlement.HandBack(LANE, from, next, records, List.of(states));
  }

  private static Settlement carrying(Settlement done, ResumeState... states) {
    return new Settlement.Done(
        LANE, done.from(), done.next(), done.records(), new Carried(List.of(), List.of(states)));
  }

  /** Numbers 0 to 29 at 100 to 129. */
  @BeforeEach
  void receive() {
    ledger.receive(FakePositions.of(100, 30));
  }

  @Test
  void whatHasEndedIsSettledPastAnyHole() {
    ledger.done(10, 20);
    ledger.deadLettered(25);

    assertThat(ledger.take()).containsExactly(done(110, 120, 10), done(125, 126, 1));
    assertThat(ledger.settledPosition()).isEqualTo(100);
  }

  @Test
  void whatIsOnItsWayIsNotAskedForAgain() {
    ledger.done(10, 12);
    ledger.take();
    ledger.done(8, 14);

    assertThat(ledger.take()).containsExactly(done(108, 110, 2), done(112, 114, 2));
    assertThat(ledger.take()).isEmpty();
  }

  @Test
  void whatIsNotDoneIsHandedBackByName() {
    ledger.done(2, 4);

    assertThat(ledger.handBack(0, 6)).as("out of the books with the answer only").isZero();
    assertThat(ledger.unsettled()).isEqualTo(6);

    List<Settlement> all = ledger.take();

    assertThat(all).containsExactly(back(100, 102, 2), done(102, 104, 2), back(104, 106, 2));
    assertThat(ledger.settled(all.get(0))).isEqualTo(new Counts(0, 0, 0, 2));
    assertThat(ledger.settled(all.get(1))).isEqualTo(new Counts(2, 0, 0, 0));
    assertThat(ledger.settled(all.get(2))).isEqualTo(new Counts(0, 0, 0, 2));
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.settledPosition()).isEqualTo(106);
  }

  @Test
  void whatIsHandedBackDoesNotEndOtherwiseAfterwards() {
    ledger.handBack(0, 3);
    ledger.done(0, 3);
    ledger.deadLettered(1);
    ledger.skipped(0, 2);

    assertThat(ledger.take()).containsExactly(back(100, 103, 3));
  }

  @Test
  void recordsThatTurnOutNotToBeOursCountAsHandedBack() {
    ledger.done(0, 10);
    ledger.take();

    assertThat(ledger.settled(done(100, 104, 4))).isEqualTo(new Counts(4, 0, 0, 0));
    assertThat(ledger.stale(done(104, 106, 2))).isEqualTo(new Counts(0, 0, 0, 2));
    assertThat(ledger.settled(done(106, 110, 4))).isEqualTo(new Counts(4, 0, 0, 0));
    assertThat(ledger.unsettled()).isZero();
    assertThat(ledger.dirty()).isFalse();
  }

  @Test
  void aStaleStretchWithoutPositionsEndsNothing() {
    ledger.done(0, 10);
    ledger.take();

    assertThat(ledger.stale(done(110, 110, 3))).isEqualTo(Counts.NONE);
    assertThat(ledger.unsettled()).isEqualTo(10);
  }

  @Test
  void aPartThatFailedIsAskedForAgainAlone() {
    ledger.done(0, 10);
    ledger.take();
    ledger.settled(done(100, 104, 4));
    ledger.failed(done(104, 110, 6));

    assertThat(ledger.take()).containsExactly(done(104, 110, 6));
  }

  @Test
  void theFirstOpenRecordHoldsBackWhatIsForgotten() {
    ledger.receive(FakePositions.of(130, 300));
    ledger.done(1, 330);
    ledger.settled(ledger.take().get(0));

    assertThat(ledger.span()).isEqualTo(330);
    assertThat(ledger.oldest()).isZero();

    ledger.done(0, 1);
    ledger.settled(ledger.take().get(0));

    assertThat(ledger.span()).isZero();
    assertThat(ledger.settledPosition()).isEqualTo(430);
  }

  @Test
  void gapsBelongToTheStretchBeforeThem() {
    ledger.receive(FakePositions.at(170, 135, 140, 150));
    ledger.done(30, 31);
    ledger.done(32, 33);

    assertThat(ledger.take()).containsExactly(done(135, 140, 1), done(150, 170, 1));
  }

  @Test
  void oneSettleNamesABoundedNumberOfStretchesAndTheLastOneAll() {
    ledger.receive(FakePositions.of(130, 20_000));
    for (int i = 0; i < 20_000; i += 2) {
      ledger.done(i, i + 1);
    }

    assertThat(ledger.take()).hasSize(4096);
    assertThat(ledger.takeFinal()).hasSize(10_000 - 4096);
  }

  @Test
  void statesTravelWithTheFirstStretchThatIsDone() {
    ledger.handBack(0, 1);
    ledger.done(1, 2);
    ledger.done(5, 6);
    ledger.keepState(103, STATE);

    List<Settlement> all = ledger.take();

    assertThat(all)
        .containsExactly(
            back(100, 101, 1),
            carrying(done(101, 102, 1), new ResumeState(103, STATE)),
            done(105, 106, 1));
    ledger.settled(all.get(2));
    assertThat(ledger.storedVersion()).isZero();
    ledger.settled(all.get(1));
    assertThat(ledger.storedVersion()).isEqualTo(1);
  }

  @Test
  void aStateThatNothingDoneGoesWithTravelsAlone() {
    ledger.keepState(103, STATE);

    assertThat(ledger.dirty()).isTrue();
    List<Settlement> alone = ledger.take();
    assertThat(alone).containsExactly(carrying(done(100, 100, 0), new ResumeState(103, STATE)));
    assertThat(ledger.take()).as("it is on its way").isEmpty();

    ledger.failed(alone.get(0));
    assertThat(ledger.take()).isEqualTo(alone);

    assertThat(ledger.settled(alone.get(0))).isEqualTo(Counts.NONE);
    assertThat(ledger.storedVersion()).isEqualTo(1);
    assertThat(ledger.dirty()).isFalse();
  }

  @Test
  void aStateIsNotSentAgainToASourceThatSaysTheLaneIsGone() {
    ledger.keepState(103, STATE);
    List<Settlement> alone = ledger.take();

    assertThat(ledger.stale(alone.get(0))).isEqualTo(Counts.NONE);
    assertThat(ledger.storedVersion()).isZero();
    assertThat(ledger.take()).isEmpty();
  }

  @Test
  void aStateIsNotStoredByTheAnswerToAnEarlierSettlement() {
    ledger.done(0, 1);
    ledger.keepState(103, STATE);
    Settlement first = ledger.take().get(0);
    ledger.done(1, 2);
    ledger.keepState(104, STATE);
    Settlement second = ledger.takeFinal().get(0);

    ledger.settled(first);
    assertThat(ledger.storedVersion()).isEqualTo(1);
    ledger.failed(second);
    assertThat(ledger.storedVersion()).isEqualTo(1);
  }

  @Test
  void aStateGoesBackWithItsRecordAndIsForgotten() {
    ledger.keepState(103, STATE);
    ledger.settled(ledger.take().get(0));
    ledger.handBack(2, 5);

    List<Settlement> all = ledger.take();

    assertThat(all).containsExactly(back(102, 105, 3, new ResumeState(103, STATE)));
    ledger.settled(all.get(0));
    assertThat(ledger.state(103)).isNull();
  }

  @Test
  void aSourceThatKeepsNoStatesIsSentNone() {
    LaneLedger plain = LaneLedger.of(LANE, ResumePoint.at(100), Settling.INDIVIDUAL);
    plain.receive(FakePositions.of(100, 5));
    plain.keepState(101, STATE);

    assertThat(plain.dirty()).isFalse();
    plain.handBack(1, 2);
    plain.done(2, 3);
    assertThat(new ArrayList<>(plain.take())).containsExactly(back(101, 102, 1), done(102, 103, 1));
  }
}
