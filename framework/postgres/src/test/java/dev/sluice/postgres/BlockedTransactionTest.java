package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.RecordClaim;
import io.vertx.core.Promise;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions whose rows somebody else has locked who stands still for ever. */
class BlockedTransactionTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TransactionsRigOfPostgres rig = new TransactionsRigOfPostgres();
  private PostgresTransactionStore store;

  @BeforeEach
  void open() throws Exception {
    // One connection, which is the one that waits.
    store = rig.storeOf(rig.service(MainService.config(rig.url(), Optional.empty(), 1)));
    result(store.open("flights", LONG));
  }

  @AfterEach
  void closeRig() {
    rig.close();
  }

  private static Bounds bounds() {
    return new Bounds(LONG, Promise.<Void>promise().future());
  }

  private Connection holding(String statement) throws Exception {
    Connection holder = rig.database.connect();
    holder.setAutoCommit(false);
    try (Statement begun = holder.createStatement()) {
      begun.execute(statement);
    }
    return holder;
  }

  @Test
  void recordsThatAnEarlierOwnerIsApplyingAreAppliedSoon() throws Exception {
    try (Connection holder =
        holding("INSERT INTO sluice_applied (scope, id, applied) VALUES ('flights', 'a', true)")) {
      result(
          store.applyRecords(
              List.of("a", "b"), (c, fresh) -> rig.write(c, fresh.toString()), bounds()));

      assertThat(holder.isValid(1)).isFalse();
    }
    assertThat(rig.rows()).containsExactly("{0, 1}");
  }

  @Test
  void aStepInsideARecordDoesNotWaitEither() throws Exception {
    long epoch = result(store.ownRecord("a", LONG)).epoch();
    try (Connection holder = holding("SELECT FROM sluice_applied FOR UPDATE")) {
      result(
          store.finishRecord(
              new RecordClaim("a", epoch),
              c -> rig.write(c, "row").map(written -> new byte[0]),
              bounds()));

      assertThat(holder.isValid(1)).isFalse();
    }
    assertThat(rig.rows()).containsExactly("row");
  }

  @Test
  void neitherDoRecordsOfALane() throws Exception {
    long epoch = result(store.ownLanes(Map.of("a", 0L), LONG)).get("a").epoch();
    try (Connection holder = holding("SELECT FROM sluice_checkpoints FOR UPDATE")) {
      result(
          store.applyInLane(
              new LaneClaim("a", epoch), 1, (c, from) -> rig.write(c, "row"), bounds()));

      assertThat(holder.isValid(1)).isFalse();
    }
    assertThat(rig.rows()).containsExactly("row");
  }
}
