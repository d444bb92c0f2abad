package dev.sluice.postgres;

import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.internal.SqlConnectionBase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One transaction on one connection of the pool, which gets the connection back once the server has
 * said that the transaction is over; otherwise the connection is closed. Used on one thread.
 */
final class OpenTransaction {
  private static final long ROLLBACK_MILLIS = 1000;

  private final SqlConnection borrowed;
  private final WorkConnection work;
  private boolean committing;
  private boolean over;

  OpenTransaction(ContextInternal context, SqlConnection borrowed) {
    this.borrowed = borrowed;
    this.work = new WorkConnection(context, (SqlConnectionBase<?>) borrowed);
  }

  /**
   * Begins and locks, in one message.
   *
   * @param blockers ends the transactions that stand still in the way
   * @param idle when the server ends the session of a client that says nothing inside the
   *     transaction: one that stands still must not keep its locks
   * @return what the lock has found
   */
  Future<RowSet<Row>> begin(Blockers blockers, Duration idle, String lock) {
    String statement =
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = " + idle.toMillis() + "; " + lock;
    Timers.Timer blocked = blockers.endIdle(borrowed, statement);
    return borrowed
        .query(statement)
        .execute()
        .onComplete(begun -> blocked.cancel())
        .map(begun -> begun.next().next());
  }

  /** Ends a transaction that an earlier connection has left. */
  Future<?> endLost(long transaction) {
    return borrowed.query(endSql(transaction)).execute();
  }

  /** Ends the session of a transaction, if it is going on. */
  static String endSql(long transaction) {
    return "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        + " WHERE datname = current_database() AND backend_xid::text::bigint = "
        + (transaction & 0xFFFFFFFFL);
  }

  /** What the work is given. */
  SqlConnection given() {
    return work.given();
  }

  /** What a statement of the work has failed with last. */
  Optional<Throwable> trouble() {
    return work.trouble();
  }

  /** Lets no statement of the work pass any more; completes when those before are answered. */
  Future<Void> shut() {
    return work.shut();
  }

  /**
   * Writes one row and commits, in one message. A transaction that was refused something fails at
   * the write, where a COMMIT alone would be answered as if all were well.
   *
   * @return whether the row was written; fails when it is not known what has become of the commit
   */
  Future<Boolean> commit(String write) {
    committing = true;
    return borrowed.query(write + "; COMMIT").execute().map(rows -> rows.rowCount() == 1);
  }

  /** Whether it may be committed whatever the client does. */
  boolean isCommitting() {
    return committing;
  }

  /** Gives the connection back after the server's word that the transaction is over. */
  void giveBack() {
    if (!over) {
      over = true;
      work.shut();
      borrowed.close();
    }
  }

  /**
   * Rolls back and gives the connection back, or closes it when that takes long.
   *
   * @return whether the server has said that it is rolled back
   */
  Future<Boolean> rollBack() {
    if (over) {
      return Future.succeededFuture(true);
    }
    over = true;
    return work.shut()
        .compose(quiet -> borrowed.query("ROLLBACK").execute())
        .timeout(ROLLBACK_MILLIS, TimeUnit.MILLISECONDS)
        .map(
            rolledBack -> {
              borrowed.close();
              return true;
            })
        .recover(silent -> breakOff().map(false));
  }

  /** Closes the connection. */
  void close() {
    if (!over) {
      over = true;
      work.shut();
      breakOff();
    }
  }

  // It is not given back: the pool lets it go when it is closed, and must not hand it out before.
  private Future<Void> breakOff() {
    return Sockets.close(borrowed);
  }
}
