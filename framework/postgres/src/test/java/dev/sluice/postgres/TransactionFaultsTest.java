package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.LaneClaim;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionFaultsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String LANE = "flights-0";

  private TransactionsRigOfPostgres rig;
  private PostgresService service;
  private PostgresTransactionStore store;
  private final AtomicInteger calls = new AtomicInteger();

  private void open(TransactionsRigOfPostgres at, int connections) throws Exception {
    rig = at;
    service = rig.service(MainService.config(rig.url(), Optional.empty(), connections));
    store = rig.storeOf(service);
    result(store.open("flights", LONG));
  }

  @AfterEach
  void closeRig() {
    if (rig != null) {
      rig.close();
      rig = null;
    }
  }

  private LaneClaim own() throws Exception {
    return new LaneClaim(LANE, result(store.ownLanes(Map.of(LANE, 0L), LONG)).get(LANE).epoch());
  }

  private static Bounds within(Duration within) {
    return new Bounds(within, Promise.<Void>promise().future());
  }

  private Future<?> rowThenHold(SqlConnection connection, Future<?> hold) {
    calls.incrementAndGet();
    return rig.write(connection, "row").compose(written -> hold);
  }

  private void awaitNoOpenTransaction() {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(
                        rig.database.column(
                            "SELECT state || ': ' || query FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND xact_start IS NOT NULL"
                                + " AND pid <> pg_backend_pid()"))
                    .isEmpty());
  }

  @Test
  void aServerThatIsRestartedInTheMiddleOfAChunkAppliesItOnce() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      open(new TransactionsRigOfPostgres(server), 2);
      LaneClaim claim = own();
      Promise<Void> hold = Promise.promise();
      Future<Void> applied =
          store.applyInLane(
              claim, 5, (connection, from) -> rowThenHold(connection, hold.future()), within(LONG));
      await().atMost(LONG).until(() -> calls.get() == 1);

      server.restart();
      hold.complete();

      result(applied);
      assertThat(calls).hasValue(2);
      assertThat(rig.rows()).containsExactly("row");
      closeRig();
    }
  }

  @Test
  void aPoolWithNothingToGiveIsAnAbsence() throws Exception {
    rig = new TransactionsRigOfPostgres();
    service =
        rig.service(
            new PostgresServiceConfig(
                rig.url(),
                Optional.empty(),
                1,
                Duration.ofSeconds(5),
                Duration.ofMillis(200),
                Duration.ZERO,
                MainService.TRANSACTIONS));
    store = rig.storeOf(service);
    result(store.open("flights", LONG));
    LaneClaim claim = own();
    SqlConnection held = result(service.client().getConnection());

    Throwable query = failure(service.client().query("SELECT 1").execute());
    Throwable connection = failure(service.client().getConnection());
    Throwable transaction =
        failure(
            store.applyInLane(
                claim, 5, (c, from) -> rig.write(c, "row"), within(Duration.ofSeconds(1))));

    assertThat(service.dependencyDown(query)).as("%s", query).isTrue();
    assertThat(service.dependencyDown(connection)).as("%s", connection).isTrue();
    assertThat(service.dependencyDown(transaction)).as("%s", transaction).isTrue();
    Future<Void> waiting =
        store.applyInLane(claim, 5, (c, from) -> rig.write(c, "row"), within(LONG));
    result(held.close());
    result(waiting);
    assertThat(rig.rows()).containsExactly("row");
  }

  @Test
  void aStatementThatTakesTooLongIsTroubleOfTheTryAndNoAbsence() throws Exception {
    open(new TransactionsRigOfPostgres(), 1);
    LaneClaim claim = own();

    Throwable late =
        failure(
            store.applyInLane(
                claim,
                5,
                (connection, from) ->
                    rig.write(connection, "row")
                        .compose(
                            w -> connection.query("SET LOCAL statement_timeout = '50ms'").execute())
                        .compose(
                            w -> {
                              calls.incrementAndGet();
                              return connection.query("SELECT pg_sleep(60)").execute();
                            }),
                within(LONG)));

    assertThat(late).isInstanceOf(PgException.class).hasMessageContaining("57014");
    assertThat(service.dependencyDown(late)).isFalse();
    assertThat(calls).hasValue(1);
    assertThat(rig.rows()).isEmpty();
    awaitNoOpenTransaction();
    result(
        store.applyInLane(
            claim, 5, (connection, from) -> rig.write(connection, "row"), within(LONG)));
  }

  @Test
  void aConnectionThatSaysNothingIsGivenUpWhenTheTryEnds() throws Exception {
    open(new TransactionsRigOfPostgres(), 1);
    LaneClaim claim = own();
    Promise<Void> ended = Promise.promise();
    Future<Void> silent =
        store.applyInLane(
            claim,
            5,
            (connection, from) -> {
              rig.wire.hold();
              return rowThenHold(connection, Future.succeededFuture());
            },
            new Bounds(LONG, ended.future()));
    await().atMost(LONG).until(() -> calls.get() == 1);

    ended.complete();
    failure(silent);
    Future<Void> next =
        store.applyInLane(
            claim, 5, (connection, from) -> rig.write(connection, "next"), within(LONG));
    await().atMost(LONG).until(() -> service.client().size() <= 1);
    rig.wire.release();

    result(next);
    assertThat(rig.rows()).containsExactly("next");
    awaitNoOpenTransaction();
  }

  @Test
  void aTryThatEndsDuringALongStatementLeavesNothingBehind() throws Exception {
    open(new TransactionsRigOfPostgres(), 2);
    LaneClaim claim = own();
    Promise<Void> ended = Promise.promise();
    Future<Void> cut =
        store.applyInLane(
            claim,
            5,
            (connection, from) -> {
              calls.incrementAndGet();
              return connection.query("SELECT pg_sleep(600)").execute();
            },
            new Bounds(LONG, ended.future()));
    await().atMost(LONG).until(() -> calls.get() == 1);

    ended.complete();

    failure(cut);
    result(
        store.applyInLane(
            claim, 5, (connection, from) -> rig.write(connection, "row"), within(LONG)));
    awaitNoOpenTransaction();
  }

  @Test
  void nothingIsLeftOpenWhateverEndsATransaction() throws Exception {
    open(new TransactionsRigOfPostgres(), 1);
    LaneClaim claim = own();
    Promise<Void> ended = Promise.promise();

    failure(
        store.applyInLane(claim, 1, (c, from) -> Future.failedFuture("business"), within(LONG)));
    failure(
        store.applyInLane(claim, 1, (c, from) -> c.query("SELECT 1 / 0").execute(), within(LONG)));
    failure(
        store.applyInLane(
            claim,
            1,
            (c, from) -> rowThenHold(c, Promise.promise().future()),
            within(Duration.ofMillis(500))));
    Future<Void> cut =
        store.applyInLane(
            claim,
            1,
            (c, from) -> rowThenHold(c, Promise.promise().future()),
            new Bounds(LONG, ended.future()));
    await().atMost(LONG).until(() -> calls.get() == 2);
    ended.complete();
    failure(cut);
    result(
        store.applyInLane(
            claim,
            1,
            (c, from) ->
                c.query("SHOW idle_in_transaction_session_timeout")
                    .execute()
                    .compose(rows -> rig.write(c, rows.iterator().next().getString(0))),
            within(LONG)));
    result(store.applyInLane(claim, 1, (c, from) -> Future.failedFuture("again"), within(LONG)));

    awaitNoOpenTransaction();
    assertThat(rig.rows()).hasSize(1);
    // The server ends what the client can't: a process that stands still.
    assertThat(rig.rows().get(0)).matches("3[0-2](\\.\\d+)?s|3[0-9]{4}ms");
  }

  @Test
  void anOwnerThatStandsStillDoesNotKeepTheNextFromItsLane() throws Exception {
    open(new TransactionsRigOfPostgres(), 2);
    own();
    try (Connection zombie = rig.database.connect();
        Statement statement = zombie.createStatement()) {
      zombie.setAutoCommit(false);
      statement.execute("SELECT 1 FROM sluice_checkpoints FOR NO KEY UPDATE");
      long since = System.nanoTime();

      LaneClaim claim = own();

      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(10));
      result(
          store.applyInLane(
              claim, 5, (connection, from) -> rig.write(connection, "row"), within(LONG)));
    }
    assertThat(rig.rows()).containsExactly("row");
  }
}
