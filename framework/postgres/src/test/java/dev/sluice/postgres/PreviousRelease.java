package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The statements of the release before kinds, word for word, and the table that it made. */
final class PreviousRelease implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Pool pool;

  PreviousRelease(JobsDatabase jobs) {
    pool = PgBuilder.pool().connectingTo(jobs.url()).using(vertx).build();
  }

  /** A statement by its name. */
  static String text(String name) {
    try (InputStream in = PreviousRelease.class.getResourceAsStream("/previous/" + name + ".sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes version 1 of the table. */
  static void makeTable(JobsDatabase jobs) {
    jobs.run(text("table"));
  }

  RowSet<Row> run(String name, Object... parameters) throws Exception {
    return result(pool.preparedQuery(text(name)).execute(Tuple.from(List.of(parameters))));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
