package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.RecordClaim;
import dev.sluice.spi.TransactionStore.RecordStanding;
import dev.sluice.testkit.contract.TransactionsRig.Cut;
import dev.sluice.testkit.contract.TransactionsRig.Fault;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records that only have an id. */
abstract class RecordTransactionCells<C> extends LaneTransactionCells<C> {
  private static final List<String> IDS = List.of("c", "a", "it's \\ \"ü\" {,}", "b");
  private static final String ID = "job 'one' \\";

  @Test
  void recordsAreAppliedOnce() {
    Patience.get(store.applyRecords(IDS, rowsOf(IDS), bounds()));
    Patience.get(another().applyRecords(IDS, rowsOf(IDS), bounds()));

    assertEquals(List.of("fresh {0, 1, 2, 3}"), calls);
    assertRows(IDS.toArray(String[]::new));
  }

  @Test
  void onlyRecordsThatAreNotAppliedAreGivenToTheWork() {
    List<String> first = List.of("b", "a");
    Patience.get(store.applyRecords(first, rowsOf(first), bounds()));
    List<String> more = List.of("x", "a", "y", "b");

    Patience.get(store.applyRecords(more, rowsOf(more), bounds()));

    assertEquals(List.of("fresh {0, 1}", "fresh {0, 2}"), calls);
    assertRows("a", "b", "x", "y");
  }

  @Test
  void recordsOfWorkThatFailsStayFresh() {
    RuntimeException cause = new IllegalArgumentException("bad record");

    assertSame(
        cause,
        failure(
            store.applyRecords(
                IDS,
                (c, fresh) -> rig.write(c, "half").compose(w -> Future.failedFuture(cause)),
                bounds())));

    assertRows();
    Patience.get(store.applyRecords(IDS, rowsOf(IDS), bounds()));
    assertRows(IDS.toArray(String[]::new));
  }

  @Test
  void pipelinesDoNotShareTheirRecords() {
    List<String> ids = List.of("a");
    Patience.get(store.applyRecords(ids, rowsOf(ids), bounds()));

    Patience.get(opened("trains").applyRecords(ids, rowsOf(ids), bounds()));

    assertRows("a", "a");
  }

  @Test
  void workersThatApplyTheSameRecordsAtOnceApplyThemOnce() {
    List<String> forth = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      forth.add("id-" + i);
    }
    List<String> back = new ArrayList<>(forth);
    Collections.reverse(back);
    TransactionStore<C> other = another();
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      List<String> ids = i % 2 == 0 ? forth : back;
      all.add((i % 4 < 2 ? store : other).applyRecords(ids, rowsOf(ids), bounds()));
    }

    all.forEach(Patience::get);

    assertRows(forth.toArray(String[]::new));
  }

  @Test
  void anOwnedRecordGoesOnWithTheStateOfItsLastStep() {
    RecordStanding first = ownRecord(store, ID);
    assertFalse(first.applied());
    assertEquals(Optional.empty(), text(first.state()));
    RecordClaim claim = new RecordClaim(ID, first.epoch());
    Patience.get(store.stepInRecord(claim, step("a", "after a"), bounds()));
    Patience.get(store.stepInRecord(claim, step("b", "after b"), bounds()));

    RecordStanding second = ownRecord(another(), ID);

    assertFalse(second.applied());
    assertEquals(Optional.of("after b"), text(second.state()));
    RecordClaim next = new RecordClaim(ID, second.epoch());
    Patience.get(store.finishRecord(next, step("c", "ignored"), bounds()));
    RecordStanding third = ownRecord(store, ID);
    assertTrue(third.applied());
    assertEquals(Optional.empty(), text(third.state()));
    assertRows("a", "b", "c");
  }

  @Test
  void aLaterOwnerOfARecordFencesEarlierOnes() {
    RecordClaim earlier = recordClaim(store, ID);
    TransactionStore<C> other = another();
    RecordClaim later = recordClaim(other, ID);

    assertFenced(store.stepInRecord(earlier, step("zombie", "s"), bounds()));
    assertFenced(store.finishRecord(earlier, step("zombie", "s"), bounds()));

    Patience.get(other.finishRecord(later, step("once", "s"), bounds()));
    assertRows("once");
  }

  @Test
  void aRecordWithCommittedStepsIsNotAppliedAsAWhole() {
    RecordClaim claim = recordClaim(store, ID);
    Patience.get(store.stepInRecord(claim, step("a", "after a"), bounds()));
    List<String> ids = List.of("x", ID);

    Throwable failure = failure(another().applyRecords(ids, rowsOf(ids), bounds()));

    assertTrue(failure instanceof IllegalStateException, failure::toString);
    assertTrue(failure.getMessage().contains(ID), failure::toString);
    Patience.get(store.finishRecord(claim, step("b", "ignored"), bounds()));
    Patience.get(store.applyRecords(ids, rowsOf(ids), bounds()));
    assertRows("a", "b", "x");
  }

  @Test
  void aRecordIsFinishedOnceAndHasNoStepsAfter() {
    RecordClaim claim = recordClaim(store, ID);
    Patience.get(store.finishRecord(claim, step("once", "s"), bounds()));

    Patience.get(store.finishRecord(claim, step("twice", "s"), bounds()));
    Throwable failure = failure(store.stepInRecord(claim, step("after", "s"), bounds()));

    assertTrue(failure instanceof IllegalStateException, failure::toString);
    Patience.get(store.applyRecords(List.of(ID), rowsOf(List.of(ID)), bounds()));
    assertEquals(List.of("once"), calls);
    assertRows("once");
  }

  @Test
  void recordsWhoseTransactionBreaksOrConflictsAreAppliedOnce() {
    Patience.get(
        store.applyRecords(
            IDS,
            (c, fresh) -> rowsOf(IDS).apply(c, fresh).compose(w -> once(c, Fault.CONFLICT)),
            bounds()));
    calls.clear();
    List<String> more = List.of("a", "z");
    Patience.get(
        store.applyRecords(
            more,
            (c, fresh) -> rowsOf(more).apply(c, fresh).compose(w -> once(c, Fault.BREAK)),
            bounds()));

    assertEquals(List.of("fresh {1}", "fresh {1}"), calls);
    assertRows("c", "a", "it's \\ \"ü\" {,}", "b", "z");
  }

  @Test
  void recordsWhoseCommitIsCutOffAreAppliedOnce() {
    rig.cutNextCommit(Cut.AFTER);
    Patience.get(store.applyRecords(IDS, rowsOf(IDS), bounds()));
    assertEquals(1, calls.size());
    List<String> more = List.of("y", "z");
    rig.cutNextCommit(Cut.BEFORE);
    Patience.get(store.applyRecords(more, rowsOf(more), bounds()));

    assertEquals(3, calls.size());
    assertRows("c", "a", "it's \\ \"ü\" {,}", "b", "y", "z");
  }

  @Test
  void stepsOfARecordWhoseCommitIsCutOffHappenOnce() {
    RecordClaim claim = recordClaim(store, ID);
    rig.cutNextCommit(Cut.AFTER);
    Patience.get(store.stepInRecord(claim, step("a", "same"), bounds()));
    rig.cutNextCommit(Cut.BEFORE);
    Patience.get(store.stepInRecord(claim, step("b", "same"), bounds()));
    rig.cutNextCommit(Cut.AFTER);
    Patience.get(store.finishRecord(claim, step("c", "same"), bounds()));

    assertEquals(List.of("a", "b", "b", "c"), calls);
    assertRows("a", "b", "c");
    assertTrue(ownRecord(store, ID).applied());
  }
}
