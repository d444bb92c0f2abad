package dev.sluice.postgres;

import dev.sluice.spi.StateStore;
import dev.sluice.time.Clock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Keeps large resume states in a table, one row for each id. Never blocks. */
final class PostgresStateStore implements StateStore {
  static final String KEY = "pipeline.resumeState.postgres";
  static final int CONNECTIONS = 4;
  private static final List<String> PRIVILEGES = List.of("SELECT", "INSERT", "DELETE");

  private final PostgresStateStoreConfig config;
  private final String pipeline;
  private final Context context;
  private final Database database;
  private final Insistence insistence;
  private final String insert;
  private final String select;
  private final String delete;

  PostgresStateStore(PostgresStateStoreConfig config, String pipeline, Vertx vertx, Clock clock) {
    this.config = config;
    this.pipeline = pipeline;
    this.context = vertx.getOrCreateContext();
    this.database = new Database(config.database(KEY, CONNECTIONS), vertx, clock);
    this.insistence = new Insistence(clock, new VertxTimers(vertx, context));
    String table = config.tableName().sql();
    String own = " WHERE pipeline = $1 AND lane = $2";
    this.insert =
        "INSERT INTO "
            + table
            + " (pipeline, lane, id, state) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    this.select = "SELECT state FROM " + table + own + " AND id = $3";
    this.delete =
        "DELETE FROM "
            + table
            + own
            + " AND number <= (SELECT number FROM "
            + table
            + own
            + " AND id = $3)";
  }

  @Override
  public Future<Void> open(Duration within) {
    OwnTable table = config.ownTable(KEY, "resume-states.sql", PRIVILEGES);
    return database
        .check(within)
        .compose(answered -> table.prepare(database.pool(), config.createTable()));
  }

  @Override
  public Future<Void> put(String lane, String id, byte[] states, Duration within) {
    if (states.length > MOST_BYTES) {
      return Future.failedFuture(
          new IllegalArgumentException(
              states.length + " bytes of resume states are more than " + MOST_BYTES));
    }
    // Written twice it is there once, so a lost answer is asked for again.
    Tuple row = Tuple.of(pipeline, lane, id, Buffer.buffer(states));
    return asked(lane, within, insert, row).mapEmpty();
  }

  @Override
  public Future<Optional<byte[]>> get(String lane, String id, Duration within) {
    return asked(lane, within, select, Tuple.of(pipeline, lane, id))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> row.getBuffer(0).getBytes())
                    .findFirst());
  }

  @Override
  public Future<Void> drop(String lane, String id, Duration within) {
    return asked(lane, within, delete, Tuple.of(pipeline, lane, id)).mapEmpty();
  }

  private Future<RowSet<Row>> asked(
      String lane, Duration within, String statement, Tuple parameters) {
    return onContext(
        () ->
            insistence
                .on(within, () -> database.ask(statement, parameters))
                .recover(failure -> Future.failedFuture(explained(lane, failure))));
  }

  /** Callers come from any thread; the client's answers go to one. */
  private <T> Future<T> onContext(Supplier<Future<T>> question) {
    Promise<T> answer = Promise.promise();
    context.runOnContext(v -> question.get().onComplete(answer));
    return answer.future();
  }

  private Exception explained(String lane, Throwable failure) {
    String why = failure instanceof PgException refused ? refused.getErrorMessage() : "" + failure;
    return new IllegalStateException(
        "the table " + config.table() + " has not answered for " + lane + ": " + why, failure);
  }

  @Override
  public Future<Void> close(Duration within) {
    return database.close(within);
  }
}
