package dev.sluice.postgres;

import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;

/**
 * Statements of a store outside its transactions. They do not wait for an earlier owner's for long.
 */
final class Owning {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Database database;
  private final Timers timers;
  private final Blockers blockers;

  Owning(Database database, Timers timers) {
    this.database = database;
    this.timers = timers;
    this.blockers = new Blockers(database, timers);
  }

  /**
   * Asks once; the connection goes back to the pool, or is closed when it says nothing for long.
   */
  Future<RowSet<Row>> ask(String statement) {
    return database.pool().getConnection().compose(borrowed -> ask(borrowed, statement));
  }

  private Future<RowSet<Row>> ask(SqlConnection borrowed, String statement) {
    Promise<RowSet<Row>> answer = Promise.promise();
    Timers.Timer blocked = blockers.endOld(borrowed, statement);
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
}
