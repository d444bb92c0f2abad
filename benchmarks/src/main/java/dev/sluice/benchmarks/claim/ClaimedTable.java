package dev.sluice.benchmarks.claim;

import dev.sluice.benchmarks.claim.HeldClaims.Held;
import dev.sluice.config.Problems;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.yaml.YamlReader;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.postgres.PostgresJobsConfig;
import dev.sluice.postgres.PostgresJobsProvider;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A table of jobs and the source that claims from it. Used by one thread, which it blocks. */
final class ClaimedTable implements AutoCloseable {
  static final int PAYLOAD = 100;
  static final int BATCH = 100;
  private static final Duration WITHIN = Duration.ofMinutes(1);
  private static final int MILLION = 1_000_000;

  private final Vertx vertx;
  private final String table;
  private final String url;
  private final Connection connection;
  private final HeldClaims claims = new HeldClaims();
  private Source source;
  private Held held;

  ClaimedTable(Vertx vertx, PostgresServer server, String database, String table) {
    this.vertx = vertx;
    this.table = table;
    this.url = server.url(database);
    this.connection = server.connect(database);
  }

  /** Makes the table and fills it: everything that waits is due. */
  void fill(int finished, int waiting) throws SQLException {
    source = source();
    await(source.open(claims, WITHIN));
    await(source.close(WITHIN));
    for (int done = 0; done < finished; done += MILLION) {
      insert(
          Math.min(MILLION, finished - done),
          ", state, attempts, finished_at",
          ", 'done', 1, now() - interval '1 minute' + n * interval '1 microsecond'");
    }
    for (int there = 0; there < waiting; there += MILLION) {
      insert(Math.min(MILLION, waiting - there), "", "");
    }
  }

  private void insert(int jobs, String columns, String values) throws SQLException {
    execute(
        "INSERT INTO "
            + table
            + " (payload, run_at"
            + columns
            + ") SELECT '\\x"
            + "00".repeat(PAYLOAD)
            + "'::bytea, now() - interval '1 minute' + n * interval '1 microsecond'"
            + values
            + " FROM generate_series(1, "
            + jobs
            + ") AS n");
  }

  /** Vacuums the table, and begins to claim. */
  void begin() throws Exception {
    execute("VACUUM (ANALYZE) " + table);
    source = source();
    await(source.open(claims, WITHIN));
    held = claims.next();
  }

  /**
   * Finishes what is claimed, enqueues as many jobs instead, and claims again.
   *
   * @return how long that claim took, in nanoseconds, from when the source might begin it to when
   *     it had its jobs
   */
  long next() throws Exception {
    SettleResult result = await(source.settle(List.of(held.done()), WITHIN));
    if (result.settled().size() != 1 || held.batch().size() != BATCH) {
      throw new IllegalStateException(held.batch().size() + " jobs, " + result);
    }
    insert(BATCH, "", "");
    long begun = System.nanoTime();
    held.taken().complete();
    held = claims.next();
    return held.nanos() - begun;
  }

  private Source source() {
    Problems problems = new Problems();
    String settings =
        "url: \"" + url + "\"\ntable: " + table + "\ncreateTable: true\nkeepDone: 24h\n";
    PostgresJobsConfig config =
        new Binder(Interpolation.of(Map.of()), problems, Map.of())
            .record(PostgresJobsConfig.class, YamlReader.document("bench", settings), "")
            .orElseThrow(
                () -> new IllegalStateException(problems.count() + " problems of the settings"));
    Duration second = Duration.ofSeconds(1);
    return new PostgresJobsProvider()
        .create(
            config,
            new SourceContext(
                vertx,
                new SystemClock(),
                "bench",
                new SourceContext.Figures(second, second, second, second),
                BATCH));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  @Override
  public void close() throws SQLException {
    if (held != null) {
      held.taken().complete();
    }
    await(source.close(WITHIN).otherwiseEmpty());
    connection.close();
  }
}
