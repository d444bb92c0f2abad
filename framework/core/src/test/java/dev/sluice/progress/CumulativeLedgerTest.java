package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CumulativeLedgerTest {
  private static final LaneRef LANE = new LaneRef("flights-0", 3);

  private final LaneLedger ledger = LaneLedger.of(LANE, ResumePoint.at(100), Settling.CUMULATIVE);

  private static Settlement.Done done(long from, long next, long records) {
    return new Settlement.Done(LANE, from, next, records);
  }

  @BeforeEach
  void receive() {
    ledger.receive(FakePositions.of(100, 30));
  }

  @Test
  void theSettledPositionIsTheNextOneNotTheLast() {
    ledger.done(0, 10);

    assertThat(ledger.take()).containsExactly(done(100, 110, 10));
  }

  @Test
  void nothingPassesAHoleWhateverIsDoneBeyondIt() {
    ledger.done(20, 30);
    ledger.done(10, 20);

    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.unsettled()).isEqualTo(20);

    ledger.done(0, 10);

    assertThat(ledger.take()).containsExactly(done(100, 130, 30));
  }

  @Test
  void gapsInPositionsAreNeitherCountedNorStumbledOver() {
    ledger.receive(FakePositions.at(170, 133, 140, 141));
    ledger.done(0, 31);
    assertThat(ledger.take()).containsExactly(done(100, 140, 31));

    ledger.failed(done(100, 140, 31));
    ledger.receive(FakePositions.at(190, 180));
    ledger.done(31, 33);
    assertThat(ledger.take())
        .as("the gap between batches goes with it")
        .containsExactly(done(100, 180, 33));
  }

  @Test
  void onlyOneSettlementIsOutstanding() {
    ledger.done(0, 10);
    Settlement taken = ledger.take().get(0);
    ledger.done(10, 20);

    assertThat(ledger.take()).isEmpty();
    assertThat(ledger.settled(taken)).isEqualTo(new Counts(10, 0, 0, 0));
    assertThat(ledger.settledPosition()).isEqualTo(110);
    assertThat(ledger.take()).containsExactly(done(110, 120, 10));
  }

  @Test
  void recordsHandedBackStayAHoleAndAreOutOfTheBooksAtOnce() {
    ledger.done(3, 5);

    assertThat(ledger.handBack(0, 10)).as("two have ended already").isEqualTo(8);
    assertThat(ledger.unsettled()).isEqualTo(2);
    ledger.done(10, 30);
    assertThat(ledger.take()).isEmpty();
  }

  @Test
  void aStaleSettlementEndsNothingBecauseTheLaneIsGone() {
    ledger.done(0, 10);
    Settlement taken = ledger.take().get(0);

    assertThat(ledger.stale(taken)).isEqualTo(Counts.NONE);
    assertThat(ledger.unsettled()).isEqualTo(10);
  }

  @Test
  void withoutCarryingNothingIsKeptAndNothingBeyondAHoleIsDirty() {
    ledger.done(5, 10);
    ledger.keepState(100, new byte[] {1});

    assertThat(ledger.dirty()).isFalse();
    ledger.done(0, 1);
    assertThat(ledger.take()).containsExactly(done(100, 101, 1));
  }

  /** An ordinary settlement of 10 records and, before its answer, a final one of 15. */
  private final class Outstanding {
    final Settlement ordinary;
    final Settlement last;

    Outstanding() {
      ledger.done(0, 10);
      ordinary = ledger.take().get(0);
      ledger.done(10, 15);
      last = ledger.takeFinal().get(0);
      assertThat(last).isEqualTo(done(100, 115, 15));
    }
  }

  private void assertBooksClosed() {
    assertThat(ledger.settledPosition()).isEqualTo(115);
    assertThat(ledger.unsettled()).isZero();
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.take()).isEmpty();
  }

  @Test
  void anOrdinaryAnswerThenTheFinalOneCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.ordinary).settled()).isEqualTo(10);
    assertThat(ledger.settled(outstanding.last).settled()).isEqualTo(5);
    assertBooksClosed();
  }

  @Test
  void aFinalAnswerThenTheOrdinaryOneCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.last).settled()).isEqualTo(15);
    assertThat(ledger.settled(outstanding.ordinary)).isEqualTo(Counts.NONE);
    assertBooksClosed();
  }

  @Test
  void anOrdinaryFailureThenTheFinalAnswerCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    ledger.failed(outstanding.ordinary);
    assertThat(ledger.settled(outstanding.last).settled()).isEqualTo(15);
    assertBooksClosed();
  }

  @Test
  void anOrdinaryAnswerThenAFinalFailureLeaveTheRestUnsettled() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.ordinary).settled()).isEqualTo(10);
    ledger.failed(outstanding.last);

    assertThat(ledger.settledPosition()).isEqualTo(110);
    assertThat(ledger.unsettled()).isEqualTo(5);
    assertThat(ledger.takeFinal()).containsExactly(done(110, 115, 5));
  }

  @Test
  void manyHolesAreClosedInAnyOrder() {
    LaneLedger many = LaneLedger.of(LANE, ResumePoint.at(0), Settling.CUMULATIVE);
    for (int i = 0; i < 1000; i++) {
      many.receive(FakePositions.of(i * 10L, 10));
    }
    for (int i = 999; i > 0; i--) {
      many.done(i * 10L, i * 10L + 10);
    }
    assertThat(many.unsettled()).isEqualTo(9990);
    assertThat(many.take()).isEmpty();

    many.done(0, 10);

    List<Settlement> all = many.take();
    assertThat(all).containsExactly(done(0, 10_000, 10_000));
    many.settled(all.get(0));
    assertThat(many.span()).isZero();
    assertThat(many.oldest()).isEqualTo(10_000);
  }
}
