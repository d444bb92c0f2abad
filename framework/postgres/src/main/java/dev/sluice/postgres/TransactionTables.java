package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** The tables that a service's transactions need. */
final class TransactionTables {
  private final PostgresTransactionsConfig config;
  private final OwnTable checkpoints;
  private final OwnTable applied;

  /**
   * @param key of the service in {@code pipeline.yaml}
   */
  TransactionTables(String key, Address address, PostgresTransactionsConfig config) {
    this.config = config;
    String below = key + ".transactions.";
    String create = below + "createTables";
    checkpoints =
        new OwnTable(
            new OwnTable.Keys(below + "checkpointTable", create),
            address,
            config.checkpoints(),
            new SqlScript("checkpoints.sql"),
            List.of("SELECT", "INSERT", "UPDATE"));
    applied =
        new OwnTable(
            new OwnTable.Keys(below + "appliedTable", create),
            address,
            config.applied(),
            new SqlScript("applied.sql"),
            List.of("SELECT", "INSERT", "UPDATE", "DELETE"));
  }

  /**
   * Sees to it that they are there and can be used.
   *
   * @return fails with {@link InvalidSetup} naming what is missing
   */
  Future<Void> prepare(Pool pool) {
    return checkpoints
        .prepare(pool, config.createTables())
        .compose(there -> applied.prepare(pool, config.createTables()));
  }

  CheckpointSql checkpoints(String pipeline) {
    return new CheckpointSql(config.checkpoints(), pipeline);
  }

  AppliedSql applied(String pipeline) {
    return new AppliedSql(config.applied(), pipeline);
  }
}
