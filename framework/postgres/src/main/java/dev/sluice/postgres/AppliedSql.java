package dev.sluice.postgres;

import java.time.Duration;
import java.util.Collection;

/** The statements on the applied records of one pipeline. All times are the server's. */
final class AppliedSql {
  private final String table;
  private final String scope;

  AppliedSql(TableName table, String pipeline) {
    this.table = table.sql();
    this.scope = Literal.of(pipeline);
  }

  /** Raises the epoch of a record; answers with its row. */
  String own(String id) {
    return "INSERT INTO %1$s AS own (scope, id, epoch, applied) VALUES (%2$s, %3$s, 1, false)"
            .formatted(table, scope, Literal.of(id))
        + " ON CONFLICT (scope, id) DO UPDATE SET epoch = own.epoch + 1, touched_at = now()"
        + " RETURNING epoch, applied, state";
  }

  /**
   * Marks records as applied and locks them until the end of the transaction, in the order of their
   * ids; answers with those that were not.
   */
  String apply(Collection<String> ids) {
    return "INSERT INTO %1$s AS own (scope, id, applied) SELECT %2$s, id, true FROM unnest(%3$s)"
            .formatted(table, scope, Literal.of(ids))
        + " AS given (id) ORDER BY id ON CONFLICT (scope, id) DO UPDATE"
        + " SET applied = true, state = NULL, touched_at = now() WHERE NOT own.applied"
        + " RETURNING id, step, txid_current() AS transaction";
  }

  /** Locks a record until the end of the transaction. */
  String lock(String id) {
    return "SELECT epoch, applied, step, txid_current() AS transaction FROM "
        + table
        + where(id)
        + " FOR NO KEY UPDATE";
  }

  /**
   * Keeps a state in a locked record.
   *
   * @param transaction that has locked it; when it is over no row is written
   */
  String step(String id, long step, byte[] state, long transaction) {
    return update(
        "step = " + step + ", state = " + Literal.of(state), where(id) + inside(transaction));
  }

  /** Marks a locked record as applied; otherwise as {@link #step}. */
  String finish(String id, long transaction) {
    return update("applied = true, state = NULL", where(id) + inside(transaction));
  }

  /**
   * Forgets applied records that were touched last longer ago than a duration, so many at most.
   *
   * @param unfinished how long those are remembered that have steps and are not applied: a job that
   *     has died inside may be tried again long after
   */
  String sweep(Duration retention, Duration unfinished, int most) {
    return "DELETE FROM %1$s WHERE scope = %2$s AND id IN (SELECT id FROM %1$s WHERE scope = %2$s"
            .formatted(table, scope)
        + " AND touched_at < now() - %1$d * interval '1 millisecond' AND (applied OR step = 0"
            .formatted(retention.toMillis())
        + " OR touched_at < now() - %1$d * interval '1 millisecond') ORDER BY touched_at LIMIT %2$d"
            .formatted(unfinished.toMillis(), most)
        + " FOR UPDATE SKIP LOCKED)";
  }

  private String update(String set, String where) {
    return "UPDATE " + table + " SET " + set + ", touched_at = now()" + where;
  }

  private String where(String id) {
    return " WHERE scope = " + scope + " AND id = " + Literal.of(id);
  }

  private static String inside(long transaction) {
    return " AND txid_current() = " + transaction;
  }
}
