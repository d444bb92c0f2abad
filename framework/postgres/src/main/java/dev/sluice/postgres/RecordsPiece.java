package dev.sluice.postgres;

import dev.sluice.spi.TransactionStore.RecordsWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Records with ids that are applied together. */
final class RecordsPiece implements Piece {
  private final AppliedSql sql;
  private final List<String> ids;
  private final RecordsWork<SqlConnection> work;
  private final Map<String, Integer> indexes = new HashMap<>();
  private BitSet fresh = new BitSet();
  private long transaction;

  RecordsPiece(AppliedSql sql, List<String> ids, RecordsWork<SqlConnection> work) {
    this.sql = sql;
    this.ids = ids;
    this.work = work;
    for (int i = 0; i < ids.size(); i++) {
      if (indexes.put(ids.get(i), i) != null) {
        throw new IllegalArgumentException("the id " + ids.get(i) + " stands there twice");
      }
    }
  }

  @Override
  public String lock() {
    return sql.apply(ids);
  }

  @Override
  public OptionalLong look(RowSet<Row> locked) {
    fresh = new BitSet();
    for (Row row : locked) {
      if (row.getLong("step") > 0) {
        throw new IllegalStateException(
            "the record "
                + row.getString("id")
                + " has committed steps, which its work as a whole would repeat; go on with them"
                + " in steps");
      }
      fresh.set(indexes.get(row.getString("id")));
      transaction = row.getLong("transaction");
    }
    return fresh.isEmpty() ? OptionalLong.empty() : OptionalLong.of(transaction);
  }

  @Override
  public Future<?> work(SqlConnection connection) {
    return work.apply(connection, (BitSet) fresh.clone());
  }

  @Override
  public String write(Object result) {
    // All is written; it remains to see that it still is the same transaction.
    return "SELECT 1 WHERE txid_current() = " + transaction;
  }

  @Override
  public String toString() {
    return ids.size() == 1 ? "the record " + ids.get(0) : ids.size() + " records";
  }
}
