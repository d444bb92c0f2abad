package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.testkit.contract.TransactionsRig.Cut;
import dev.sluice.testkit.contract.TransactionsRig.Fault;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records with positions. */
abstract class LaneTransactionCells<C> extends TransactionCase<C> {

  @Test
  void aLaneThatIsNotKnownGoesOnWhereItsSourceIs() {
    LaneStanding standing = own(store, 17);

    assertEquals(17, standing.position());
    assertEquals(Optional.empty(), text(standing.state()));
    assertEquals(17, own(store, 99).position(), "of a lane that is known");
  }

  @Test
  void rowsAndPositionAreCommittedTogether() {
    LaneClaim claim = claim(store, 0);

    Patience.get(store.applyInLane(claim, 3, rowsTo(3), bounds()));
    Patience.get(store.applyInLane(claim, 5, rowsTo(5), bounds()));

    assertRows("r0", "r1", "r2", "r3", "r4");
    assertEquals(List.of("from 0", "from 3"), calls);
    assertEquals(5, own(another(), 0).position());
  }

  @Test
  void positionsMayHaveGaps() {
    LaneClaim claim = claim(store, 0);

    Patience.get(store.applyInLane(claim, 3, rowsTo(3), bounds()));
    Patience.get(store.applyInLane(claim, 40, (c, from) -> rig.write(c, "from " + from), bounds()));

    assertRows("r0", "r1", "r2", "from 3");
    assertEquals(40, own(store, 0).position());
  }

  @Test
  void nothingIsLeftOfWorkThatFails() {
    LaneClaim claim = claim(store, 7);
    RuntimeException cause = new IllegalArgumentException("bad record");

    assertSame(
        cause,
        failure(
            store.applyInLane(
                claim,
                9,
                (c, from) -> rig.write(c, "half").compose(w -> Future.failedFuture(cause)),
                bounds())));
    assertSame(
        cause,
        failure(
            store.applyInLane(
                claim,
                9,
                (c, from) -> {
                  throw cause;
                },
                bounds())));

    assertRows();
    Patience.get(store.applyInLane(claim, 9, rowsTo(9), bounds()));
    assertRows("r7", "r8");
  }

  @Test
  void whatIsAppliedIsNotAppliedAgain() {
    LaneClaim claim = claim(store, 0);
    Patience.get(store.applyInLane(claim, 3, rowsTo(3), bounds()));

    Patience.get(store.applyInLane(claim, 3, rowsTo(3), bounds()));
    Patience.get(store.applyInLane(claim, 1, rowsTo(1), bounds()));
    Patience.get(store.applyInLane(claim, 5, rowsTo(5), bounds()));

    assertRows("r0", "r1", "r2", "r3", "r4");
    assertEquals(List.of("from 0", "from 3"), calls);
  }

  @Test
  void aLaterOwnerFencesEarlierOnes() {
    LaneClaim earlier = claim(store, 0);
    Patience.get(store.applyInLane(earlier, 2, rowsTo(2), bounds()));
    TransactionStore<C> other = another();

    LaneClaim later = claim(other, 0);

    assertTrue(later.epoch() > earlier.epoch(), () -> later + " after " + earlier);
    assertFenced(store.applyInLane(earlier, 4, rowsTo(4), bounds()));
    assertFenced(store.stepInLane(earlier, 2, step("zombie", "s"), bounds()));
    assertFenced(store.passInLane(earlier, 9, LONG));
    Patience.get(other.applyInLane(later, 4, rowsTo(4), bounds()));
    assertRows("r0", "r1", "r2", "r3");
    assertEquals(4, own(other, 0).position());
  }

  @Test
  void anOwnerThatComesDuringATransactionFindsItCommittedOrGone() {
    LaneClaim earlier = claim(store, 0);
    Promise<Void> hold = Promise.promise();
    Promise<Void> written = Promise.promise();
    Future<Void> zombie =
        store.applyInLane(
            earlier,
            2,
            (c, from) ->
                rowsTo(2)
                    .apply(c, from)
                    .compose(
                        w -> {
                          written.tryComplete();
                          return hold.future();
                        }),
            bounds());
    Patience.get(written.future());
    TransactionStore<C> other = another();

    LaneStanding standing = own(other, 0);
    hold.complete();

    if (standing.position() == 0) {
      assertFenced(zombie);
      assertRows();
    } else {
      Patience.get(zombie);
      assertEquals(2, standing.position());
    }
    LaneClaim later = new LaneClaim(LANE, standing.epoch());
    Patience.get(other.applyInLane(later, 3, rowsTo(3), bounds()));
    assertRows("r0", "r1", "r2");
  }

  @Test
  void manyLanesAreOwnedAtOnceAndOthersAreLeftAlone() {
    LaneClaim mine = claim(store, 0);
    Map<String, Long> lanes = new HashMap<>();
    for (long i = 0; i < 50; i++) {
      lanes.put("lane-" + i, i);
    }
    TransactionStore<C> other = another();

    Map<String, LaneStanding> first = Patience.get(store.ownLanes(lanes, LONG));
    Map<String, LaneStanding> second = Patience.get(other.ownLanes(lanes, LONG));

    assertEquals(lanes.keySet(), second.keySet());
    lanes.forEach(
        (lane, position) -> {
          assertEquals(position, second.get(lane).position(), lane);
          assertTrue(second.get(lane).epoch() > first.get(lane).epoch(), lane);
        });
    assertEquals(Map.of(), Patience.get(store.ownLanes(Map.of(), LONG)));
    Patience.get(store.applyInLane(mine, 1, rowsTo(1), bounds()));
  }

  @Test
  void pipelinesDoNotShareTheirLanes() {
    LaneClaim claim = claim(store, 0);
    TransactionStore<C> trains = opened("trains' \\ \"trains\"");

    assertEquals(5, own(trains, 5).position());

    Patience.get(store.applyInLane(claim, 1, rowsTo(1), bounds()));
    assertEquals(5, own(trains, 0).position());
  }

  @Test
  void aStepKeepsItsStateAtThePositionItIsIn() {
    LaneClaim claim = claim(store, 4);

    Patience.get(store.stepInLane(claim, 4, step("a", "after a"), bounds()));
    Patience.get(store.stepInLane(claim, 4, step("b", "after b"), bounds()));

    LaneStanding standing = own(another(), 0);
    assertEquals(4, standing.position());
    assertEquals(Optional.of("after b"), text(standing.state()));
    LaneClaim later = new LaneClaim(LANE, standing.epoch());
    Patience.get(store.applyInLane(later, 5, rowsTo(5), bounds()));
    LaneStanding finished = own(store, 0);
    assertEquals(5, finished.position());
    assertEquals(Optional.empty(), text(finished.state()));
    assertRows("a", "b", "r4");
  }

  @Test
  void aStepBehindAGapBelongsToItsOwnPosition() {
    LaneClaim claim = claim(store, 4);

    Patience.get(store.stepInLane(claim, 6, step("a", "after a"), bounds()));

    LaneStanding standing = own(store, 0);
    assertEquals(6, standing.position());
    assertEquals(Optional.of("after a"), text(standing.state()));
  }

  @Test
  void aStepOfARecordThatIsAppliedFails() {
    LaneClaim claim = claim(store, 4);
    Patience.get(store.applyInLane(claim, 5, rowsTo(5), bounds()));

    Throwable failure = failure(store.stepInLane(claim, 4, step("again", "s"), bounds()));

    assertTrue(failure instanceof IllegalStateException, failure::toString);
    assertRows("r4");
  }

  @Test
  void passingMovesForwardAloneAndDropsTheState() {
    LaneClaim claim = claim(store, 4);
    Patience.get(store.stepInLane(claim, 4, step("a", "after a"), bounds()));

    Patience.get(store.passInLane(claim, 3, LONG));
    Patience.get(store.passInLane(claim, 4, LONG));

    assertEquals(Optional.of("after a"), text(own(store, 0).state()));
    claim = claim(store, 0);
    Patience.get(store.passInLane(claim, 6, LONG));
    LaneStanding standing = own(store, 0);
    assertEquals(6, standing.position());
    assertEquals(Optional.empty(), text(standing.state()));
    assertFalse(calls.contains("from 4"));
  }

  @Test
  void aTransactionThatCannotBeBroughtInLineRunsAgain() {
    LaneClaim claim = claim(store, 0);

    Patience.get(store.applyInLane(claim, 2, sufferingOnce(Fault.CONFLICT, rowsTo(2)), bounds()));

    assertEquals(List.of("from 0", "from 0"), calls);
    assertRows("r0", "r1");
  }

  @Test
  void aTransactionWhoseConnectionBreaksRunsAgain() {
    LaneClaim claim = claim(store, 0);

    Patience.get(store.applyInLane(claim, 2, sufferingOnce(Fault.BREAK, rowsTo(2)), bounds()));

    assertEquals(List.of("from 0", "from 0"), calls);
    assertRows("r0", "r1");
  }

  @Test
  void aCommitThatDidNotArriveRunsAgain() {
    LaneClaim claim = claim(store, 0);
    rig.cutNextCommit(Cut.BEFORE);

    Patience.get(store.applyInLane(claim, 2, rowsTo(2), bounds()));

    assertEquals(List.of("from 0", "from 0"), calls);
    assertRows("r0", "r1");
  }

  @Test
  void aCommitWhoseAnswerGotLostIsNotDoneAgain() {
    LaneClaim claim = claim(store, 0);
    rig.cutNextCommit(Cut.AFTER);

    Patience.get(store.applyInLane(claim, 2, rowsTo(2), bounds()));

    assertEquals(List.of("from 0"), calls);
    assertRows("r0", "r1");
  }

  @Test
  void aStepWhoseAnswerGotLostIsNotDoneAgainEvenWhenItLeavesTheSameState() {
    LaneClaim claim = claim(store, 0);
    Patience.get(store.stepInLane(claim, 0, step("a", "same"), bounds()));
    rig.cutNextCommit(Cut.AFTER);
    Patience.get(store.stepInLane(claim, 0, step("b", "same"), bounds()));
    rig.cutNextCommit(Cut.BEFORE);
    Patience.get(store.stepInLane(claim, 0, step("c", "same"), bounds()));

    assertEquals(List.of("a", "b", "c", "c"), calls);
    assertRows("a", "b", "c");
    assertEquals(Optional.of("same"), text(own(store, 0).state()));
  }
}
