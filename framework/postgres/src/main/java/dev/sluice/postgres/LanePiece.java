package dev.sluice.postgres;

import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneWork;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.OptionalLong;

/** Records of a lane, or a step inside one. */
abstract class LanePiece implements Piece {
  final CheckpointSql sql;
  final LaneClaim claim;
  long transaction;

  private LanePiece(CheckpointSql sql, LaneClaim claim) {
    this.sql = sql;
    this.claim = claim;
  }

  static Piece records(
      CheckpointSql sql, LaneClaim claim, long next, LaneWork<SqlConnection> work) {
    return new Records(sql, claim, next, work);
  }

  static Piece step(
      CheckpointSql sql, LaneClaim claim, long position, StepWork<SqlConnection> work) {
    return new Step(sql, claim, position, work);
  }

  @Override
  public final String lock() {
    return sql.lock(claim.lane());
  }

  @Override
  public final OptionalLong look(RowSet<Row> locked) {
    if (locked.size() == 0) {
      throw new Fenced("the row of " + claim.lane() + " is gone");
    }
    Row row = locked.iterator().next();
    if (row.getLong("epoch") != claim.epoch()) {
      throw new Fenced(
          claim.lane()
              + " was taken over: it is at epoch "
              + row.getLong("epoch")
              + ", this owner is of "
              + claim.epoch());
    }
    transaction = row.getLong("transaction");
    return isLeft(row.getLong("position"), row.getLong("step"))
        ? OptionalLong.of(transaction)
        : OptionalLong.empty();
  }

  abstract boolean isLeft(long position, long step);

  @Override
  public final String toString() {
    return claim.lane();
  }

  private static final class Records extends LanePiece {
    private final long next;
    private final LaneWork<SqlConnection> work;
    private long from;

    Records(CheckpointSql sql, LaneClaim claim, long next, LaneWork<SqlConnection> work) {
      super(sql, claim);
      this.next = next;
      this.work = work;
    }

    @Override
    boolean isLeft(long position, long step) {
      from = position;
      return position < next;
    }

    @Override
    public Future<?> work(SqlConnection connection) {
      return work.apply(connection, from);
    }

    @Override
    public String write(Object result) {
      return sql.apply(claim.lane(), next, transaction);
    }
  }

  private static final class Step extends LanePiece {
    private final long position;
    private final StepWork<SqlConnection> work;
    private final StepCount count = new StepCount();

    Step(CheckpointSql sql, LaneClaim claim, long position, StepWork<SqlConnection> work) {
      super(sql, claim);
      this.position = position;
      this.work = work;
    }

    @Override
    boolean isLeft(long there, long step) {
      if (there > position) {
        throw new IllegalStateException(
            "the record at " + position + " of " + claim.lane() + " is applied already");
      }
      // The steps of a record before this one are not this one's.
      return count.isLeft(there == position ? step : 0);
    }

    @Override
    public Future<?> work(SqlConnection connection) {
      return work.apply(connection);
    }

    @Override
    public String write(Object state) {
      return sql.step(claim.lane(), position, count.next(), (byte[]) state, transaction);
    }
  }
}
