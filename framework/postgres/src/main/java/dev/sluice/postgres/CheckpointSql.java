package dev.sluice.postgres;

import java.util.Collection;

/** The statements on the positions of one pipeline's lanes. All times are the server's. */
final class CheckpointSql {
  private final String table;
  private final String scope;

  CheckpointSql(TableName table, String pipeline) {
    this.table = table.sql();
    this.scope = Literal.of(pipeline);
  }

  /** Raises the epochs of lanes, locked in the order of their names; answers with their rows. */
  String own(Collection<String> lanes, Collection<Long> positions) {
    return "INSERT INTO %1$s AS own (scope, lane, epoch, position) SELECT %2$s, lane, 1, position"
            .formatted(table, scope)
        + " FROM unnest(%s, %s) AS from_source (lane, position) ORDER BY lane"
            .formatted(Literal.of(lanes), Literal.ofNumbers(positions))
        + " ON CONFLICT (scope, lane) DO UPDATE SET epoch = own.epoch + 1, updated_at = now()"
        + " RETURNING lane, epoch, position, state";
  }

  /** Locks a lane until the end of the transaction. */
  String lock(String lane) {
    return "SELECT epoch, position, step, txid_current() AS transaction FROM "
        + table
        + where(lane)
        + " FOR NO KEY UPDATE";
  }

  /**
   * Moves a locked lane on.
   *
   * @param transaction that has locked it; when it is over no row is written
   */
  String apply(String lane, long next, long transaction) {
    return "UPDATE "
        + table
        + " SET position = "
        + next
        + ", step = 0, state = NULL, updated_at = now()"
        + where(lane)
        + inside(transaction);
  }

  /** Keeps a state in a locked lane; otherwise as {@link #apply}. */
  String step(String lane, long position, long step, byte[] state, long transaction) {
    return "UPDATE "
        + table
        + " SET position = "
        + position
        + ", step = "
        + step
        + ", state = "
        + Literal.of(state)
        + ", updated_at = now()"
        + where(lane)
        + inside(transaction);
  }

  /** Moves a lane on if need be; writes no row for an earlier owner. */
  String pass(String lane, long epoch, long next) {
    return "UPDATE "
        + table
        + " SET position = greatest(position, %1$d), step = CASE WHEN position < %1$d THEN 0 ELSE step END"
            .formatted(next)
        + ", state = CASE WHEN position < %d THEN NULL ELSE state END, updated_at = now()"
            .formatted(next)
        + where(lane)
        + " AND epoch = "
        + epoch;
  }

  private String where(String lane) {
    return " WHERE scope = " + scope + " AND lane = " + Literal.of(lane);
  }

  private static String inside(long transaction) {
    return " AND txid_current() = " + transaction;
  }
}
