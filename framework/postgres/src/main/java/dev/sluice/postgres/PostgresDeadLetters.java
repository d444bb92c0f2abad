package dev.sluice.postgres;

import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Header;
import dev.sluice.time.Clock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** Writes dead letters to a table, one row each. Never blocks. */
final class PostgresDeadLetters implements DeadLetters {
  static final String KEY = "pipeline.deadLetter.postgres";
  static final int CONNECTIONS = 2;
  private static final List<String> PRIVILEGES = List.of("INSERT");

  private final PostgresDeadLetterConfig config;
  private final Database database;
  private final Insistence insistence;
  private final String insert;

  PostgresDeadLetters(PostgresDeadLetterConfig config, Vertx vertx, Clock clock) {
    this.config = config;
    this.database = new Database(config.database(KEY, CONNECTIONS), vertx, clock);
    this.insistence = new Insistence(clock, new VertxTimers(vertx, vertx.getOrCreateContext()));
    this.insert =
        "INSERT INTO "
            + config.tableName().sql()
            + " (id, pipeline, lane, generation, position, record_timestamp, key, value,"
            + " header_names, header_values, error_class, error_message, attempts, died_at)"
            + " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
            + " ON CONFLICT DO NOTHING";
  }

  @Override
  public Future<Void> open(Duration within) {
    return database
        .check(within)
        .compose(answered -> table().prepare(database.pool(), config.createTable()));
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return database.look(within, table(), config.createTable()).map(List::of);
  }

  private OwnTable table() {
    return config.ownTable(KEY, "dead-letters.sql", PRIVILEGES);
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    Tuple row = row(letter);
    // Written twice it is there once, so a lost answer is asked for again.
    return insistence
        .on(within, () -> database.ask(insert, row))
        .recover(failure -> Future.failedFuture(explained(letter, failure)))
        .mapEmpty();
  }

  private Exception explained(DeadLetter letter, Throwable failure) {
    String why = failure instanceof PgException refused ? refused.getErrorMessage() : "" + failure;
    return new IllegalStateException(
        letter + " can't be written to the table " + config.table() + ": " + why, failure);
  }

  private static Tuple row(DeadLetter letter) {
    List<Header> headers = letter.headers();
    return Tuple.tuple()
        .addString(text(letter.id()))
        .addString(text(letter.pipeline()))
        .addString(text(letter.lane().name()))
        .addLong(letter.lane().generation())
        .addLong(letter.position())
        .addOffsetDateTime(time(Instant.ofEpochMilli(letter.timestamp())))
        .addBuffer(buffer(letter.key()))
        .addBuffer(buffer(letter.value()))
        .addArrayOfString(headers.stream().map(h -> text(h.name())).toArray(String[]::new))
        .addArrayOfBuffer(headers.stream().map(h -> buffer(h.value())).toArray(Buffer[]::new))
        .addString(text(letter.errorClass()))
        .addString(text(letter.errorMessage()))
        .addInteger(letter.attempts())
        .addOffsetDateTime(time(letter.diedAt()));
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Buffer buffer(byte[] bytes) {
    return bytes == null ? null : Buffer.buffer(bytes);
  }

  /** A text of Postgres can't hold the character 0, and a letter must not fail because of one. */
  private static String text(String any) {
    return any.replace('\0', '\uFFFD');
  }

  @Override
  public Future<Void> close(Duration within) {
    return database.close(within);
  }
}
