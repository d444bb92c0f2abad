package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.OptionalLong;

/**
 * What one call wants done in a transaction, however often it takes. Used on one thread, one
 * transaction at a time.
 */
interface Piece {

  /** The statement behind {@code BEGIN}, which locks what this is about. */
  String lock();

  /**
   * Looks at what the lock has found.
   *
   * @return the transaction's id; empty when nothing is left to do
   * @throws dev.sluice.spi.TransactionStore.Fenced when it is somebody else's
   * @throws IllegalStateException when it can't be done any more
   */
  OptionalLong look(RowSet<Row> locked);

  /** Starts the work. */
  Future<?> work(SqlConnection connection);

  /**
   * The statement before {@code COMMIT}. It writes, or answers with, exactly one row while the
   * transaction that was looked at is going on.
   *
   * @param result of the work
   */
  String write(Object result);

  /** What it is about, for messages. */
  @Override
  String toString();
}
