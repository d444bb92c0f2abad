package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.testkit.contract.TransactionsRig.Fault;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link dev.sluice.spi.TransactionStore} promises: an effect happens once, whatever
 * becomes of transactions, connections, owners and answers. Extend it and show it your database:
 *
 * <pre>{@code
 * class MyTransactionsContractTest extends TransactionStoreContract<MyConnection> {
 *   protected TransactionsRig<MyConnection> open() { return new MyRig(); }
 * }
 * }</pre>
 *
 * <p>Test against the real database; a fake of it that passes, too, is as good in tests.
 *
 * @param <C> what work is given inside a transaction
 */
@Timeout(90)
public abstract class TransactionStoreContract<C> extends RecordTransactionCells<C> {
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** For subclasses. */
  protected TransactionStoreContract() {}

  /** A database for one test, with nothing in it. */
  protected abstract TransactionsRig<C> open();

  @Override
  final TransactionsRig<C> rig() {
    return open();
  }

  @Test
  void aRefusedStatementFailsAtOnceAndNothingIsCommitted() {
    LaneClaim claim = claim(store, 0);

    failure(store.applyInLane(claim, 2, sufferingOnce(Fault.REFUSAL, rowsTo(2)), bounds()));

    assertEquals(List.of("from 0"), calls);
    assertRows();
    assertEquals(0, own(store, 9).position());
  }

  @Test
  void aRefusedStatementThatTheWorkConcealsIsNotTakenForACommit() {
    LaneClaim claim = claim(store, 0);

    failure(
        store.applyInLane(
            claim,
            2,
            (c, from) ->
                rowsTo(2)
                    .apply(c, from)
                    .compose(w -> rig.suffer(c, Fault.REFUSAL))
                    .otherwiseEmpty(),
            bounds()));
    failure(
        store.stepInLane(
            claim,
            0,
            c -> rig.suffer(c, Fault.REFUSAL).otherwiseEmpty().map(w -> bytes("s")),
            bounds()));
    List<String> ids = List.of("a");
    failure(
        store.applyRecords(
            ids, (c, fresh) -> rig.suffer(c, Fault.REFUSAL).otherwiseEmpty(), bounds()));

    assertRows();
    assertEquals(0, own(store, 9).position());
    Patience.get(store.applyRecords(ids, rowsOf(ids), bounds()));
    assertRows("a");
  }

  @Test
  void aTransactionWhoseTryHasEndedIsRolledBackAndItsConnectionIsDead() {
    LaneClaim claim = claim(store, 0);
    Promise<Void> ended = Promise.promise();
    Promise<Void> written = Promise.promise();
    Promise<Void> hold = Promise.promise();
    AtomicReference<C> left = new AtomicReference<>();
    Future<Void> dead =
        store.applyInLane(
            claim,
            2,
            (c, from) -> {
              left.set(c);
              return rowsTo(2)
                  .apply(c, from)
                  .compose(
                      w -> {
                        written.complete();
                        return hold.future();
                      });
            },
            new Bounds(LONG, ended.future()));
    Patience.get(written.future());

    ended.complete();

    failure(dead);
    failure(rig.write(left.get(), "too late"));
    hold.complete();
    assertEquals(0, own(store, 9).position());
    assertRows();
  }

  @Test
  void aTryThatHasEndedBeforeCallsNoWork() {
    LaneClaim claim = claim(store, 0);

    failure(store.applyInLane(claim, 2, rowsTo(2), new Bounds(LONG, Future.succeededFuture())));

    assertRows();
    assertEquals(List.of(), calls);
  }

  @Test
  void theConnectionOfATransactionIsDeadWhenTheCallIsOver() {
    LaneClaim claim = claim(store, 0);
    AtomicReference<C> left = new AtomicReference<>();
    Patience.get(
        store.applyInLane(
            claim,
            1,
            (c, from) -> {
              left.set(c);
              return rig.write(c, "in time");
            },
            bounds()));

    failure(rig.write(left.get(), "too late"));

    assertRows("in time");
  }

  @Test
  void aDatabaseThatIsAwayIsGivenUpInTimeAndGoesOnAfter() {
    LaneClaim claim = claim(store, 0);
    rig.away(true);

    failure(store.applyInLane(claim, 2, rowsTo(2), within(SHORT)));
    failure(store.passInLane(claim, 2, SHORT));
    failure(store.applyRecords(List.of("a"), rowsOf(List.of("a")), within(SHORT)));
    failure(store.ownRecord("a", SHORT));
    failure(store.ownLanes(Map.of(LANE, 0L), SHORT));

    rig.away(false);
    assertEquals(List.of(), calls);
    LaneClaim after = new LaneClaim(LANE, own(store, 0).epoch());
    Patience.get(store.applyInLane(after, 2, rowsTo(2), bounds()));
    assertRows("r0", "r1");
  }

  @Test
  void aStateMayHaveAnyBytesAndManyOfThem() {
    byte[] state = new byte[100_000];
    for (int i = 0; i < state.length; i++) {
      state[i] = (byte) i;
    }
    LaneClaim claim = claim(store, 0);

    Patience.get(store.stepInLane(claim, 0, c -> rig.write(c, "a").map(w -> state), bounds()));

    Optional<byte[]> kept = own(store, 0).state();
    assertTrue(kept.isPresent());
    assertArrayEquals(state, kept.get());
    Patience.get(
        store.stepInLane(claim(store, 0), 0, c -> Future.succeededFuture(new byte[0]), bounds()));
    assertEquals(Optional.of(""), text(own(store, 0).state()));
  }
}
