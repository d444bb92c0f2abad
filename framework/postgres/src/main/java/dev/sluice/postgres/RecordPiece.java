package dev.sluice.postgres;

import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.RecordClaim;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.OptionalLong;

/** A step inside an owned record, or its end. */
final class RecordPiece implements Piece {
  private final AppliedSql sql;
  private final RecordClaim claim;
  private final boolean last;
  private final StepWork<SqlConnection> work;
  private final StepCount count = new StepCount();
  private long transaction;

  RecordPiece(AppliedSql sql, RecordClaim claim, boolean last, StepWork<SqlConnection> work) {
    this.sql = sql;
    this.claim = claim;
    this.last = last;
    this.work = work;
  }

  @Override
  public String lock() {
    return sql.lock(claim.id());
  }

  @Override
  public OptionalLong look(RowSet<Row> locked) {
    if (locked.size() == 0) {
      throw new Fenced("the row of " + this + " is gone; it may be older than the retention");
    }
    Row row = locked.iterator().next();
    if (row.getLong("epoch") != claim.epoch()) {
      throw new Fenced(
          this
              + " was taken over: it is at epoch "
              + row.getLong("epoch")
              + ", this owner is of "
              + claim.epoch());
    }
    if (row.getBoolean("applied")) {
      if (last) {
        return OptionalLong.empty();
      }
      throw new IllegalStateException(this + " is applied already");
    }
    transaction = row.getLong("transaction");
    return count.isLeft(row.getLong("step")) ? OptionalLong.of(transaction) : OptionalLong.empty();
  }

  @Override
  public Future<?> work(SqlConnection connection) {
    return work.apply(connection);
  }

  @Override
  public String write(Object state) {
    return last
        ? sql.finish(claim.id(), transaction)
        : sql.step(claim.id(), count.next(), (byte[]) state, transaction);
  }

  @Override
  public String toString() {
    return "the record " + claim.id();
  }
}
