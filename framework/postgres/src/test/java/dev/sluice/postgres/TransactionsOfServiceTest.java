package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneStanding;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionsOfServiceTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String LANE = "flights-0";

  private final TransactionsRigOfPostgres rig = new TransactionsRigOfPostgres();

  @AfterEach
  void closeRig() {
    rig.close();
  }

  private static PostgresServiceConfig config(String url, int connections, boolean create) {
    return new PostgresServiceConfig(
        url,
        Optional.empty(),
        connections,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ZERO,
        new PostgresTransactionsConfig(
            "sluice_checkpoints", "sluice_applied", create, Duration.ofDays(7)));
  }

  private PostgresTransactionStore opened(String url, int connections) throws Exception {
    PostgresTransactionStore store = rig.storeOf(rig.service(config(url, connections, true)));
    result(store.open("flights", LONG));
    return store;
  }

  private LaneClaim own(PostgresTransactionStore store) throws Exception {
    LaneStanding standing = result(store.ownLanes(Map.of(LANE, 0L), LONG)).get(LANE);
    return new LaneClaim(LANE, standing.epoch());
  }

  private static Bounds bounds() {
    return new Bounds(LONG, Promise.<Void>promise().future());
  }

  private static Future<Void> apply(
      PostgresTransactionStore store,
      LaneClaim claim,
      long next,
      Function<SqlConnection, Future<?>> work) {
    return store.applyInLane(claim, next, (connection, from) -> work.apply(connection), bounds());
  }

  @Test
  void handlersAskForThemByTheirOwnType() {
    PostgresService service = rig.service(config(rig.url(), 4, true));

    assertThat(new PostgresServiceProvider().transactionsType())
        .hasValue(PostgresTransactions.class);
    assertThat(service.transactions().orElseThrow())
        .isInstanceOf(PostgresTransactions.class)
        .isSameAs(service.transactions().orElseThrow());
  }

  @Test
  void missingTablesAreRefusedWithTheStatementsThatMakeThem() throws Exception {
    PostgresTransactionStore store = rig.storeOf(rig.service(config(rig.url(), 4, false)));

    for (String table : List.of("checkpointTable", "appliedTable")) {
      Throwable refusal = failure(store.open("flights", LONG));
      assertThat(refusal)
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("services.postgres.main.transactions." + table + ": sluice_")
          .hasMessageContaining("set services.postgres.main.transactions.createTables: true");
      rig.database.run(refusal.getMessage().substring(refusal.getMessage().indexOf("CREATE")));
    }

    result(store.open("flights", LONG));
    assertThat(rig.database.one("SELECT count(*) FROM sluice_checkpoints")).isEqualTo("0");
  }

  @Test
  void tablesAreNamedAndTheRetentionIsBounded() {
    assertThatThrownBy(() -> new PostgresTransactionsConfig("Bad", "a", true, Duration.ofDays(1)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'Bad'");
    assertThatThrownBy(() -> new PostgresTransactionsConfig("a", "a", true, Duration.ofDays(1)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("name another table");
  }

  @Test
  void theRightsThatTheRefusalNamesAreAllThatIsNeeded() throws Exception {
    opened(rig.url(), 4);
    String role = "loader_" + rig.database.one("SELECT pg_backend_pid()");
    rig.database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'w'");
    PostgresTransactionStore store =
        rig.storeOf(
            rig.service(config(rig.url().replaceFirst("//.*@", "//" + role + ":w@"), 4, false)));
    for (int i = 0; i < 2; i++) {
      Throwable refusal = failure(store.open("flights", LONG));
      assertThat(refusal).isInstanceOf(InvalidSetup.class);
      rig.database.run(refusal.getMessage().substring(refusal.getMessage().indexOf("GRANT")));
    }

    result(store.open("flights", LONG));
    LaneClaim claim = own(store);
    result(apply(store, claim, 1, connection -> connection.query("SELECT 1").execute()));
    result(
        store.applyRecords(
            List.of("a"), (connection, fresh) -> Future.succeededFuture(), bounds()));
    result(rig.service(config(rig.url(), 1, true)).check(LONG));
  }

  @Test
  void theWorkCannotEndTheTransaction() throws Exception {
    PostgresTransactionStore store = opened(rig.url(), 1);
    LaneClaim claim = own(store);

    assertThat(failure(apply(store, claim, 1, SqlConnection::begin)))
        .hasMessageContaining("the transaction has begun");
    for (String end : List.of("COMMIT", "ROLLBACK", "COMMIT; BEGIN")) {
      assertThat(failure(apply(store, claim, 1, connection -> connection.query(end).execute())))
          .hasMessageContaining("the work has ended the transaction of flights-0 by itself");
    }
    result(
        apply(
            store,
            claim,
            1,
            connection -> connection.close().compose(kept -> rig.write(connection, "kept"))));

    assertThat(rig.rows()).containsExactly("kept");
  }

  @Test
  void savepointsMayBeUsedAndTheConnectionIsOneOfPostgres() throws Exception {
    PostgresTransactionStore store = opened(rig.url(), 1);

    result(
        apply(
            store,
            own(store),
            1,
            connection ->
                PgConnection.cast(connection)
                    .query("SAVEPOINT here")
                    .execute()
                    .compose(saved -> connection.query("SELECT 1 / 0").execute())
                    .recover(refused -> connection.query("ROLLBACK TO SAVEPOINT here").execute())
                    .compose(back -> rig.write(connection, "after"))));

    assertThat(rig.rows()).containsExactly("after");
  }

  @Test
  void theIsolationLevelIsTheSessionsAndNotTheWorks() throws Exception {
    PostgresTransactionStore store = opened(rig.url(), 1);
    assertThat(
            failure(
                apply(
                    store,
                    own(store),
                    1,
                    connection ->
                        connection
                            .query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                            .execute())))
        .hasMessageContaining("must be called before any query");

    PostgresTransactionStore serializable =
        opened(rig.url() + "?options=-c%20default_transaction_isolation%3Dserializable", 1);
    result(
        apply(
            serializable,
            own(serializable),
            1,
            connection ->
                connection
                    .query("SHOW transaction_isolation")
                    .execute()
                    .compose(rows -> rig.write(connection, rows.iterator().next().getString(0)))));

    assertThat(rig.rows()).containsExactly("serializable");
  }

  @Test
  void aStepOfWhichNobodyKnowsWhetherItWasCommittedHasToBeOwnedAnew() throws Exception {
    PostgresTransactionStore store = opened(rig.url(), 2);
    LaneClaim claim = own(store);
    Bounds shortBounds = new Bounds(Duration.ofSeconds(2), Promise.<Void>promise().future());
    rig.wire.cutAtCommit(Wire.Cut.AFTER);
    rig.wire.cutAllBehindCommit();

    failure(
        store.stepInLane(
            claim,
            0,
            connection -> rig.write(connection, "a").map(written -> new byte[] {1}),
            shortBounds));

    rig.wire.mend();
    assertThat(
            failure(
                store.stepInLane(
                    claim,
                    0,
                    connection -> rig.write(connection, "b").map(written -> new byte[] {2}),
                    bounds())))
        .isInstanceOf(Fenced.class)
        .hasMessageContaining("owned anew");
    assertThat(failure(apply(store, claim, 1, connection -> rig.write(connection, "b"))))
        .isInstanceOf(Fenced.class);
    LaneStanding anew = result(store.ownLanes(Map.of(LANE, 0L), LONG)).get(LANE);
    assertThat(anew.state()).hasValue(new byte[] {1});
    assertThat(rig.rows()).containsExactly("a");
  }
}
