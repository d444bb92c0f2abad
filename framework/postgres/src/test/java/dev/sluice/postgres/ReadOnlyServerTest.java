package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.LaneClaim;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadOnlyServerTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String LANE = "flights-0";

  private TransactionsRigOfPostgres rig;
  private PostgresService service;
  private PostgresTransactionStore store;

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

  @Test
  void aServerThatTakesNoWritesAnyMoreIsLeftForTheOneInItsPlace() throws Exception {
    open(new TransactionsRigOfPostgres(), 3);
    Pool pool = service.client();
    LaneClaim claim = own();
    readOnlySessions(pool);

    result(
        store.applyInLane(
            claim, 5, (connection, from) -> rig.write(connection, "row"), within(LONG)));

    assertThat(rig.rows()).containsExactly("row");

    readOnlySessions(pool);
    Throwable refused = failure(pool.query("INSERT INTO effects VALUES ('own')").execute());
    assertThat(refused).hasMessageContaining("read-only");
    assertThat(service.dependencyDown(refused)).isTrue();
    await()
        .atMost(LONG)
        .untilAsserted(() -> result(pool.query("INSERT INTO effects VALUES ('own')").execute()));
  }

  /** Has all sessions of the pool take no writes; new ones do. */
  private static void readOnlySessions(Pool pool) throws Exception {
    List<Future<SqlConnection>> all =
        List.of(pool.getConnection(), pool.getConnection(), pool.getConnection());
    for (Future<SqlConnection> one : all) {
      result(result(one).query("SET default_transaction_read_only = on").execute());
    }
    for (Future<SqlConnection> one : all) {
      result(result(one).close());
    }
  }

  @Test
  void aServerThatStaysReadOnlyIsAnAbsence() throws Exception {
    open(new TransactionsRigOfPostgres(), 1);
    LaneClaim claim = own();
    rig.database.run(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',"
            + " current_database()); END $$");
    service.dependencyDown(new PgException("", "", "25006", ""));

    Throwable refused =
        failure(
            store.applyInLane(
                claim,
                5,
                (connection, from) -> rig.write(connection, "row"),
                within(Duration.ofSeconds(2))));

    assertThat(service.dependencyDown(refused)).as("%s", refused).isTrue();
    assertThat(rig.rows()).isEmpty();
  }
}
