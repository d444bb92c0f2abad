package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the server's clock says how old something is. */
class ServersClockTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Bounds BOUNDS = new Bounds(LONG, Promise.<Void>promise().future());
  private static final String INSERT =
      "INSERT INTO sluice_applied (scope, id, applied, touched_at) SELECT '%s', '%s-' || n, %s,"
          + " now() - interval '%s' FROM generate_series(1, %d) AS n";

  private final TransactionsRigOfPostgres rig = new TransactionsRigOfPostgres();
  private PostgresService service;
  private PostgresTransactionStore store;

  private void open(Duration skew) throws Exception {
    service =
        new PostgresService(
            "main",
            MainService.config(rig.url(), Optional.empty(), 2),
            rig.vertx(),
            new SkewedClock(skew));
    store = rig.storeOf(service);
    result(store.open("flights", LONG));
  }

  @AfterEach
  void closeAll() throws Exception {
    result(service.close(LONG));
    rig.close();
  }

  private int count(String condition) {
    return Integer.parseInt(
        rig.database.one("SELECT count(*) FROM sluice_applied WHERE " + condition));
  }

  @ParameterizedTest
  @ValueSource(ints = {-4000, 0, 4000})
  void appliedRecordsAreForgottenAfterTheRetentionWhateverTheWorkersClockSays(int days)
      throws Exception {
    open(Duration.ofDays(days));
    rig.database.run(INSERT.formatted("flights", "old", "true", "7 days 1 hour", 2500));
    rig.database.run(INSERT.formatted("flights", "left", "false", "8 days", 3));
    rig.database.run(INSERT.formatted("flights", "stepped", "false", "360 days", 4));
    rig.database.run(INSERT.formatted("flights", "given-up", "false", "370 days", 4));
    rig.database.run(
        "UPDATE sluice_applied SET step = 2 WHERE id LIKE 'stepped-%' OR id LIKE 'given-up-%'");
    rig.database.run(INSERT.formatted("flights", "young", "true", "6 days 23 hours", 10));
    rig.database.run(INSERT.formatted("trains", "foreign", "true", "8 days", 5));

    result(
        store.applyRecords(
            List.of("now"), (connection, fresh) -> Future.succeededFuture(), BOUNDS));

    await()
        .atMost(LONG)
        .until(() -> count("id LIKE 'old-%' OR id LIKE 'left-%' OR id LIKE 'given-up-%'") == 0);
    assertThat(count("id LIKE 'stepped-%'")).isEqualTo(4);
    assertThat(count("id LIKE 'young-%'")).isEqualTo(10);
    assertThat(count("id LIKE 'foreign-%'")).isEqualTo(5);
    assertThat(count("id = 'now' AND touched_at BETWEEN now() - interval '1 minute' AND now()"))
        .isEqualTo(1);
  }

  @Test
  void positionsCarryTheServersTime() throws Exception {
    open(Duration.ofDays(4000));
    LaneClaim claim =
        new LaneClaim("a", result(store.ownLanes(Map.of("a", 0L), LONG)).get("a").epoch());

    result(store.applyInLane(claim, 1, (connection, from) -> Future.succeededFuture(), BOUNDS));

    assertThat(
            rig.database.one(
                "SELECT updated_at BETWEEN now() - interval '1 minute' AND now()"
                    + " FROM sluice_checkpoints"))
        .isEqualTo("t");
  }

  @Test
  void aRowIsWrittenAnewOnItsOwnPage() throws Exception {
    open(Duration.ZERO);
    LaneClaim claim =
        new LaneClaim("a", result(store.ownLanes(Map.of("a", 0L), LONG)).get("a").epoch());
    for (int i = 1; i <= 200; i++) {
      result(store.applyInLane(claim, i, (connection, from) -> Future.succeededFuture(), BOUNDS));
    }

    await()
        .atMost(LONG)
        .until(
            () ->
                rig.database
                    .one(
                        "SELECT n_tup_upd >= 200 AND n_tup_hot_upd >= n_tup_upd * 0.9"
                            + " FROM pg_stat_user_tables WHERE relname = 'sluice_checkpoints'")
                    .equals("t"));
  }

  /** A worker's clock that is wrong. */
  private static final class SkewedClock implements Clock {
    private final Clock real = new SystemClock();
    private final Duration skew;

    SkewedClock(Duration skew) {
      this.skew = skew;
    }

    @Override
    public long nanos() {
      return real.nanos();
    }

    @Override
    public long epochMillis() {
      return real.epochMillis() + skew.toMillis();
    }
  }
}
