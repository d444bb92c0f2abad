package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.spi.TransactionStore.LaneWork;
import dev.sluice.spi.TransactionStore.RecordClaim;
import dev.sluice.spi.TransactionStore.RecordStanding;
import dev.sluice.spi.TransactionStore.RecordsWork;
import dev.sluice.spi.TransactionStore.StepWork;
import dev.sluice.testkit.contract.TransactionsRig.Fault;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database with one store opened, and what tests do with it. */
abstract class TransactionCase<C> {
  static final Duration LONG = Duration.ofSeconds(20);
  static final String LANE = "flights/flights-0";
  private static final String PIPELINE = "flights";

  TransactionsRig<C> rig;
  TransactionStore<C> store;

  /** What work has been called with, in its order. */
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  abstract TransactionsRig<C> rig();

  @BeforeEach
  final void openRig() {
    rig = rig();
    store = opened(PIPELINE);
  }

  @AfterEach
  final void closeRig() {
    rig.close();
  }

  final TransactionStore<C> opened(String pipeline) {
    TransactionStore<C> opened = rig.store();
    Patience.get(opened.open(pipeline, LONG));
    return opened;
  }

  final TransactionStore<C> another() {
    return opened(PIPELINE);
  }

  static Bounds bounds() {
    return within(LONG);
  }

  static Bounds within(Duration within) {
    return new Bounds(within, Promise.<Void>promise().future());
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Optional<String> text(Optional<byte[]> state) {
    return state.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  static Throwable failure(Future<?> future) {
    try {
      Patience.get(future);
    } catch (AssertionError e) {
      if (future.failed()) {
        return future.cause();
      }
      throw e;
    }
    throw new AssertionError("has not failed");
  }

  static void assertFenced(Future<?> future) {
    Throwable cause = failure(future);
    assertTrue(cause instanceof Fenced, () -> "not fenced but " + cause);
  }

  final LaneStanding own(TransactionStore<C> owner, long position) {
    return Patience.get(owner.ownLanes(Map.of(LANE, position), LONG)).get(LANE);
  }

  final LaneClaim claim(TransactionStore<C> owner, long position) {
    return new LaneClaim(LANE, own(owner, position).epoch());
  }

  final RecordStanding ownRecord(TransactionStore<C> owner, String id) {
    return Patience.get(owner.ownRecord(id, LONG));
  }

  final RecordClaim recordClaim(TransactionStore<C> owner, String id) {
    return new RecordClaim(id, ownRecord(owner, id).epoch());
  }

  /** Writes one row for each position from the first that is not applied to before {@code next}. */
  final LaneWork<C> rowsTo(long next) {
    return (connection, from) -> {
      calls.add("from " + from);
      return write(
          connection, IntStream.range((int) from, (int) next).mapToObj(i -> "r" + i).toList());
    };
  }

  /** Writes one row for each record that is not applied. */
  final RecordsWork<C> rowsOf(List<String> ids) {
    return (connection, fresh) -> {
      calls.add("fresh " + fresh);
      return write(connection, fresh.stream().mapToObj(ids::get).toList());
    };
  }

  /** Writes one row and answers with the state to go on from. */
  final StepWork<C> step(String row, String state) {
    return connection -> {
      calls.add(row);
      return rig.write(connection, row).map(written -> bytes(state));
    };
  }

  final Future<?> write(C connection, List<String> rows) {
    Future<?> written = Future.succeededFuture();
    for (String row : rows) {
      written = written.compose(before -> rig.write(connection, row));
    }
    return written;
  }

  /** Has something happen behind the first call's rows, and nothing behind those of later calls. */
  final LaneWork<C> sufferingOnce(Fault fault, LaneWork<C> work) {
    return (connection, from) -> work.apply(connection, from).compose(w -> once(connection, fault));
  }

  final Future<?> once(C connection, Fault fault) {
    return calls.size() == 1 ? rig.suffer(connection, fault) : Future.succeededFuture();
  }

  final void assertRows(String... rows) {
    assertEquals(
        List.of(rows).stream().sorted().toList(), rig.rows().stream().sorted().toList(), "rows");
  }
}
