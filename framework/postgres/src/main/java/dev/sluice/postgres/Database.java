package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.Checked;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pool and its life. Never blocks. */
final class Database {
  private static final Logger LOGGER = LoggerFactory.getLogger(Database.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final DatabaseSettings settings;
  private final Refusals refusals;
  private final Vertx vertx;
  private final Clock clock;
  private final Sockets sockets = new Sockets();
  private volatile Pool pool;
  private volatile boolean answered;

  Database(DatabaseSettings settings, Vertx vertx, Clock clock) {
    this.settings = settings;
    this.refusals = new Refusals(settings.key(), settings.address(), settings.passwordFile());
    this.vertx = vertx;
    this.clock = clock;
    this.pool = connectLater();
  }

  private Pool connectLater() {
    return PgBuilder.pool()
        .with(
            new PoolOptions()
                .setName(settings.key())
                .setMaxSize(settings.maxConnections())
                .setConnectionTimeout(millis(settings.acquireTimeout()))
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(millis(settings.idleTimeout()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS))
        .with(new NetClientOptions().setConnectTimeout(millis(settings.connectTimeout())))
        .connectingTo(this::options)
        .withConnectHandler(
            connection -> {
              sockets.opened(connection);
              if (keepsPlans()) {
                prepare(connection);
              } else {
                connection.close();
              }
            })
        .using(vertx)
        .build();
  }

  private boolean keepsPlans() {
    return settings.address().options().getCachePreparedStatements();
  }

  /**
   * A plan that is kept from when a table was small reads all of it for ever after; and the server
   * knows nothing of a client's silence. Not start-up parameters: poolers refuse those they don't
   * know. Not behind a pooler that shares connections by transaction: others would get them.
   */
  private void prepare(SqlConnection connection) {
    connection
        .query("SET enable_seqscan = off" + (settings.endsStatements() ? endStatements() : ""))
        .execute()
        .onFailure(
            failure ->
                LOGGER.warn(
                    "a connection may read whole tables, and go on with statements that were given"
                        + " up: {}",
                    String.valueOf(failure)))
        .onComplete(set -> connection.close());
  }

  /** A shorter bound of the role or the database stays. */
  private String endStatements() {
    long millis = Math.max(1, settings.silence().toMillis() * 9 / 10);
    return "; SELECT set_config(name, '%1$d', false) FROM pg_settings".formatted(millis)
        + " WHERE name = 'statement_timeout' AND setting::bigint NOT BETWEEN 1 AND "
        + millis;
  }

  Pool pool() {
    return pool;
  }

  /**
   * Asks one question. When nothing is answered for as long as silence may last, all connections
   * are given up for new ones: the client never closes one on which an answer is outstanding, and a
   * peer that has gone without a word would keep it for ever. The question may still be executed.
   *
   * @return fails with a {@link TimeoutException} after the silence
   */
  Future<RowSet<Row>> ask(String statement, Tuple parameters) {
    Pool asked = pool;
    Future<RowSet<Row>> answer = asked.preparedQuery(statement).execute(parameters);
    return answer
        .timeout(settings.silence().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(
            failure -> {
              if (!answer.isComplete()) {
                giveUp(asked);
              }
            });
  }

  private synchronized void giveUp(Pool silent) {
    if (pool == silent) {
      pool = connectLater();
      silent
          .close()
          .onFailure(failure -> LOGGER.debug("closing silent connections failed", failure));
    }
  }

  /**
   * Closes all connections, whatever is going on, for new ones: the server behind them is no longer
   * the one that the address leads to. The pool stays the same.
   */
  void giveUpConnections() {
    sockets.closeAll();
  }

  /**
   * Proves that the database answers.
   *
   * @param within give up after this
   * @return fails with {@link InvalidSetup} when the operator must mend something
   */
  Future<Void> check(Duration within) {
    return check(within, clock.nanos(), FIRST_PAUSE, Optional.empty());
  }

  /**
   * Looks whether the database answers and a table can be used; makes nothing.
   *
   * @param within give up after this
   * @param create whether a run makes the table when it is missing
   * @return what was found; fails with {@link InvalidSetup} when the operator must mend something
   */
  Future<Checked> look(Duration within, OwnTable table, boolean create) {
    long since = clock.nanos();
    return check(within)
        .compose(
            there ->
                table
                    .look(pool, create)
                    .timeout(
                        Math.max(1, within.minus(clock.since(since)).toMillis()),
                        TimeUnit.MILLISECONDS))
        .map(found -> Checked.ok(settings.key(), settings.address() + ": " + table + " " + found));
  }

  private Future<Void> check(
      Duration within, long since, Duration pause, Optional<Throwable> before) {
    Duration left = within.minus(clock.since(since));
    return ask(left)
        .recover(
            failure -> {
              Optional<InvalidSetup> refusal = refusals.of(failure);
              if (refusal.isPresent()) {
                return Future.failedFuture(refusal.get());
              }
              if (clock.since(since).plus(pause).compareTo(within) >= 0) {
                // The last ask is cut short; the one before it tells more.
                Throwable telling =
                    failure instanceof TimeoutException ? before.orElse(failure) : failure;
                return Future.failedFuture(refusals.late(within, telling));
              }
              Duration next = pause.multipliedBy(2);
              return pause(pause)
                  .compose(
                      v ->
                          check(
                              within,
                              since,
                              next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE,
                              Optional.of(failure)));
            });
  }

  private Future<Void> ask(Duration left) {
    return pool.query("SELECT 1")
        .execute()
        .timeout(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS)
        .onSuccess(rows -> answered = true)
        .mapEmpty();
  }

  private Future<Void> pause(Duration pause) {
    Promise<Void> over = Promise.promise();
    vertx.setTimer(pause.toMillis(), id -> over.complete());
    return over.future();
  }

  /** Opens a connection beside the pool; the caller closes it. */
  Future<PgConnection> connect() {
    Future<PgConnection> opening =
        options().compose(options -> PgConnection.connect(vertx, PgConnectOptions.wrap(options)));
    return opening
        .timeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(late -> opening.onSuccess(PgConnection::close));
  }

  /**
   * Closes every connection of the pool.
   *
   * @param within give up after this
   */
  Future<Void> close(Duration within) {
    Future<Void> closed = pool.close();
    // The pool waits for connections that are being opened, without end for a server that accepts
    // and says nothing; while none was ever opened there is nothing to wait for.
    return answered
        ? closed.timeout(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS)
        : Future.succeededFuture();
  }

  // Asked for every new connection, so that a rotated password is used from the next one on.
  private Future<SqlConnectOptions> options() {
    PgConnectOptions base = settings.address().forClient();
    return settings
        .passwordFile()
        .<Future<SqlConnectOptions>>map(
            file ->
                vertx
                    .fileSystem()
                    .readFile(file)
                    .map(content -> base.setPassword(content.toString().strip())))
        .orElseGet(() -> Future.succeededFuture(base));
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
