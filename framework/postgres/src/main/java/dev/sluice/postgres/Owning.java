package dev.sluice.postgres;

import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;

/**
 * Statements of a store outside its transactions. They may have to wait for a transaction of an
 * earlier owner, which may stand still for ever; after a while the server is told to end it.
 */
final class Owning {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int KNOWN_BY = 100;
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Database database;
  private final Timers timers;

  Owning(Database database, Timers timers) {
    this.database = database;
    this.timers = timers;
  }

  /**
   * Asks once; the connection goes back to the pool, or is closed when it says nothing for long.
   */
  Future<RowSet<Row>> ask(String statement) {
    return database.pool().getConnection().compose(borrowed -> ask(borrowed, statement));
  }

  private Future<RowSet<Row>> ask(SqlConnection borrowed, String statement) {
    int process = PgConnection.cast(borrowed).processId();
    Promise<RowSet<Row>> answer = Promise.promise();
    Timers.Timer blocked = timers.every(PATIENCE, () -> endThoseWhoBlock(process, statement));
    Timers.Timer silent = timers.once(SILENCE, () -> Sockets.close(borrowed));
    borrowed
        .query(statement)
        .execute()
        .onComplete(
            answered -> {
              blocked.cancel();
              silent.cancel();
              if (answered.succeeded() || Mishap.of(answered.cause()) != Mishap.AWAY) {
                borrowed.close();
              } else {
                Sockets.close(borrowed);
              }
              answer.handle(answered);
            });
    return answer.future();
  }

  // Behind a pooler the client's process is none of the server's, and perhaps somebody else's; what
  // it is asking tells.
  private void endThoseWhoBlock(int process, String statement) {
    String asked = statement.substring(0, Math.min(statement.length(), KNOWN_BY));
    database
        .pool()
        .query(
            "SELECT pg_terminate_backend(other.pid) FROM pg_stat_activity AS own,"
                + " pg_stat_activity AS other WHERE own.pid = "
                + process
                + " AND left(own.query, "
                + asked.length()
                + ") = "
                + Literal.of(asked)
                + " AND other.pid = ANY (pg_blocking_pids(own.pid))"
                + " AND other.xact_start < clock_timestamp() - "
                + PATIENCE.toMillis()
                + " * interval '1 millisecond'")
        .execute();
  }
}
