package dev.sluice.sample.trial;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/** One handler under trial, in one process. Event loop only. */
public final class Trial {
  private final Pool pool;
  private final TrialOptions options;
  private final String log;
  private final String run = UUID.randomUUID().toString();

  /**
   * @param pool takes the log
   * @param options what the command line says
   * @param log the statement that writes down a call
   */
  public Trial(Pool pool, TrialOptions options, String log) {
    this.pool = pool;
    this.options = options;
    this.log = log;
  }

  /**
   * Writes down a call where calls are logged: by itself, before the work, so that a call that
   * fails or is killed later has still been made.
   *
   * @param row makes the statement's parameters, given what names this process
   */
  public Future<?> logged(Function<String, Tuple> row) {
    return options.logInvocations()
        ? pool.preparedQuery(log).execute(row.apply(run))
        : Future.succeededFuture();
  }

  /** Takes as long as the records shall take beyond their real work. */
  public Future<Void> worked(int records) {
    Duration work = options.workPerRecord().multipliedBy(records);
    if (work.isZero()) {
      return Future.succeededFuture();
    }
    Promise<Void> worked = Promise.promise();
    Vertx.currentContext()
        .owner()
        .setTimer(Math.max(1, work.toMillis()), fired -> worked.complete());
    return worked.future();
  }
}
