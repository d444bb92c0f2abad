package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneLedgerTest {
  private static final LaneRef LANE = new LaneRef("flights-0", 3);

  private final LaneLedger ledger = new LaneLedger(LANE, 100);

  private static Settlement.Done done(long from, long next, long records) {
    return new Settlement.Done(LANE, from, next, records);
  }

  @Test
  void aFreshLaneHasNothingToSettle() {
    assertThat(ledger.lane()).isEqualTo(LANE);
    assertThat(ledger.watermark()).isEqualTo(100);
    assertThat(ledger.settledPosition()).isEqualTo(100);
    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.takeSettlement()).isEmpty();
    assertThat(ledger.takeFinalSettlement()).isEmpty();
  }

  @Test
  void nothingIsOfferedForAChunkThatOnlyRuns() {
    ledger.open(100, 110, 10);

    assertThat(ledger.dirty()).isFalse();
    assertThat(ledger.takeSettlement()).isEmpty();
    assertThat(ledger.openRecords()).isEqualTo(10);
  }

  @Test
  void theSettledPositionIsTheNextOneNotTheLast() {
    ledger.done(ledger.open(100, 110, 10));

    assertThat(ledger.takeSettlement()).contains(done(100, 110, 10));
  }

  @Test
  void nothingPassesAHoleWhateverIsDoneBeyondIt() {
    long first = ledger.open(100, 110, 10);
    long second = ledger.open(110, 120, 10);
    long third = ledger.open(120, 130, 10);
    ledger.done(third);
    ledger.done(second);

    assertThat(ledger.watermark()).isEqualTo(100);
    assertThat(ledger.takeSettlement()).isEmpty();
    assertThat(ledger.unsettledRecords()).isEqualTo(20);
    assertThat(ledger.openRecords()).isEqualTo(10);

    ledger.done(first);

    assertThat(ledger.takeSettlement()).contains(done(100, 130, 30));
    assertThat(ledger.openRecords()).isZero();
  }

  @Test
  void aCheckpointInTheFirstChunkMovesTheWatermark() {
    long first = ledger.open(100, 110, 10);
    ledger.checkpoint(first, 104, 4);

    assertThat(ledger.takeSettlement()).contains(done(100, 104, 4));
    assertThat(ledger.openRecords()).isEqualTo(6);
  }

  @Test
  void aCheckpointBeyondAHoleCountsOnceTheHoleIsClosed() {
    long first = ledger.open(100, 110, 10);
    long second = ledger.open(110, 120, 10);
    ledger.checkpoint(second, 115, 5);

    assertThat(ledger.dirty()).isFalse();

    ledger.done(first);

    assertThat(ledger.takeSettlement()).contains(done(100, 115, 15));
  }

  @Test
  void gapsInPositionsAreNeitherCountedNorStumbledOver() {
    // Compacted: 100..109 has 3 records, then nothing before 150.
    long first = ledger.open(103, 110, 3);
    long second = ledger.open(150, 170, 2);
    ledger.done(second);

    assertThat(ledger.watermark()).isEqualTo(100);

    ledger.done(first);

    assertThat(ledger.takeSettlement()).contains(done(100, 170, 5));
  }

  @Test
  void aCheckpointOfNothingLeavesTheWatermarkBeforeTheGap() {
    long first = ledger.open(150, 170, 2);
    ledger.checkpoint(first, 150, 0);

    assertThat(ledger.dirty()).isFalse();
  }

  @Test
  void manyOpenChunksAreKeptInOrder() {
    List<Long> tickets = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      tickets.add(ledger.open(100 + i * 10L, 110 + i * 10L, 10));
    }
    for (int i = 999; i > 0; i--) {
      ledger.done(tickets.get(i));
    }
    assertThat(ledger.unsettledRecords()).isEqualTo(9990);
    assertThat(ledger.takeSettlement()).isEmpty();

    ledger.done(tickets.get(0));

    assertThat(ledger.takeSettlement()).contains(done(100, 10_100, 10_000));
  }

  @Test
  void growingWhileTheRingHasWrappedLosesNothing() {
    List<Long> tickets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ledger.done(ledger.open(100 + i, 101 + i, 1));
    }
    for (int i = 3; i < 40; i++) {
      tickets.add(ledger.open(100 + i, 101 + i, 1));
    }
    tickets.forEach(ledger::done);

    assertThat(ledger.takeSettlement()).contains(done(100, 140, 40));
  }

  @Test
  void onlyOneOrdinarySettlementIsOutstanding() {
    long first = ledger.open(100, 110, 10);
    ledger.done(first);
    Settlement.Done taken = ledger.takeSettlement().orElseThrow();
    ledger.done(ledger.open(110, 120, 10));

    assertThat(ledger.takeSettlement()).isEmpty();
    assertThat(ledger.settled(taken)).isEqualTo(10);
    assertThat(ledger.takeSettlement()).contains(done(110, 120, 10));
  }

  @Test
  void aFailedSettlementIsOfferedAgainWithWhateverCameSince() {
    ledger.done(ledger.open(100, 110, 10));
    ledger.takeSettlement();
    ledger.done(ledger.open(110, 120, 10));
    ledger.settleFailed();

    assertThat(ledger.takeSettlement()).contains(done(100, 120, 20));
  }

  @Test
  void aChunkIsDoneOnceHoweverOftenItIsSaid() {
    long first = ledger.open(100, 110, 10);
    ledger.checkpoint(first, 110, 10);
    ledger.done(first);
    ledger.checkpoint(first, 110, 10);

    assertThat(ledger.openRecords()).isZero();
    assertThat(ledger.unsettledRecords()).isEqualTo(10);
    assertThat(ledger.takeSettlement()).contains(done(100, 110, 10));
  }

  @Test
  void anOrdinaryAnswerThenTheFinalOneCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.ordinary)).isEqualTo(10);
    assertThat(ledger.settled(outstanding.last)).isEqualTo(5);
    assertBooksClosed();
  }

  @Test
  void aFinalAnswerThenTheOrdinaryOneCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.last)).isEqualTo(15);
    assertThat(ledger.settled(outstanding.ordinary)).isZero();
    assertBooksClosed();
  }

  @Test
  void anOrdinaryFailureThenTheFinalAnswerCountEachRecordOnce() {
    Outstanding outstanding = new Outstanding();

    ledger.settleFailed();
    assertThat(ledger.settled(outstanding.last)).isEqualTo(15);
    assertBooksClosed();
  }

  @Test
  void anOrdinaryAnswerThenAFinalFailureLeaveTheRestUnsettled() {
    Outstanding outstanding = new Outstanding();

    assertThat(ledger.settled(outstanding.ordinary)).isEqualTo(10);
    ledger.settleFailed();

    assertThat(ledger.settledPosition()).isEqualTo(110);
    assertThat(ledger.unsettledRecords()).isEqualTo(5);
  }

  @Test
  void nothingOrdinaryIsOfferedOnceTheFinalSettlementIsOnItsWay() {
    Outstanding outstanding = new Outstanding();
    ledger.settled(outstanding.ordinary);

    assertThat(ledger.takeSettlement()).as("110 to 115 is on its way already").isEmpty();
    assertThat(ledger.settled(outstanding.last)).isEqualTo(5);
    assertBooksClosed();
  }

  private void assertBooksClosed() {
    assertThat(ledger.settledPosition()).isEqualTo(115);
    assertThat(ledger.unsettledRecords()).isZero();
    assertThat(ledger.openRecords()).isEqualTo(5);
    assertThat(ledger.dirty()).isFalse();
  }

  /** An ordinary settlement of 10 records and, before its answer, a final one of 15. */
  private final class Outstanding {
    final Settlement.Done ordinary;
    final Settlement.Done last;

    Outstanding() {
      ledger.done(ledger.open(100, 110, 10));
      ordinary = ledger.takeSettlement().orElseThrow();
      ledger.checkpoint(ledger.open(110, 120, 10), 115, 5);
      last = ledger.takeFinalSettlement().orElseThrow();
    }
  }

  @Test
  void chunksThatDoNotFollowEachOtherAreRefused() {
    ledger.open(100, 110, 10);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.open(109, 120, 10))
        .withMessage("flights-0@3: chunk [109, 120) of 10 records after 110");
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.open(110, 110, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.open(110, 120, 0));
  }

  @Test
  void checkpointsOutsideTheChunkOrBackwardsAreRefused() {
    long first = ledger.open(100, 110, 10);
    ledger.checkpoint(first, 105, 5);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.checkpoint(first, 104, 4))
        .withMessageContaining("checkpoint 104 (4 records) outside of chunk 0");
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.checkpoint(first, 111, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.checkpoint(first, 110, 11));
  }

  @Test
  void aTicketThatWasNeverGivenIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.done(0))
        .withMessage("flights-0@3: chunk 0 is not open");
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.done(-1));
  }
}
