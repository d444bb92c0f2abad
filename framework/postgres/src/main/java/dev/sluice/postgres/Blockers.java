package dev.sluice.postgres;

import dev.sluice.time.Timers;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;

/**
 * Those whom a statement of a store has to wait for: transactions of earlier owners, which may
 * stand still for ever. After a while the server is told to end them.
 */
final class Blockers {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int KNOWN_BY = 100;

  private final Database database;
  private final Timers timers;

  Blockers(Database database, Timers timers) {
    this.database = database;
    this.timers = timers;
  }

  /**
   * Ends them when they are old: the statement fences them, so that they don't come back.
   *
   * @param waiting is about to ask
   * @param statement that it asks
   * @return cancelled when that is answered
   */
  Timers.Timer endOld(SqlConnection waiting, String statement) {
    return end(waiting, statement, "other.xact_start");
  }

  /**
   * As {@link #endOld}, but only those that have said nothing for a while: two workers that are
   * given the same record would end each other again and again.
   */
  Timers.Timer endIdle(SqlConnection waiting, String statement) {
    return end(
        waiting,
        statement,
        "CASE WHEN other.state LIKE 'idle in transaction%' THEN other.state_change END");
  }

  private Timers.Timer end(SqlConnection waiting, String statement, String since) {
    int process = PgConnection.cast(waiting).processId();
    String asked = statement.substring(0, Math.min(statement.length(), KNOWN_BY));
    return timers.every(PATIENCE, () -> end(process, asked, since));
  }

  // Behind a pooler the client's process is none of the server's, and perhaps somebody else's; what
  // it is asking tells. Not by the pool, all of whose connections may be waiting.
  private void end(int process, String asked, String since) {
    String end =
        "SELECT pg_terminate_backend(other.pid) FROM pg_stat_activity AS own,"
            + " pg_stat_activity AS other WHERE own.pid = "
            + process
            + " AND left(own.query, "
            + asked.length()
            + ") = "
            + Literal.of(asked)
            + " AND other.pid = ANY (pg_blocking_pids(own.pid))"
            + " AND "
            + since
            + " < clock_timestamp() - "
            + PATIENCE.toMillis()
            + " * interval '1 millisecond'";
    database
        .connect()
        .onSuccess(beside -> beside.query(end).execute().onComplete(ended -> beside.close()));
  }
}
