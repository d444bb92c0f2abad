package dev.sluice.postgres;

import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database of one test with a table of jobs. */
final class JobsDatabase {
  private final PostgresServer server;
  private final String name = "jobs_" + UUID.randomUUID().toString().replace('-', '_');
  private final String url;

  JobsDatabase() {
    this(EmbeddedPostgres.shared());
  }

  JobsDatabase(PostgresServer server) {
    this.server = server;
    this.url = server.createDatabase(name);
  }

  String url() {
    return url;
  }

  /** Makes the table as the source would. */
  JobsDatabase withTable() {
    run(SqlScript.jobs().forTable(TableName.of("sluice_jobs")));
    return this;
  }

  /** Jobs {@code from..to-1} with their number as payload. */
  void enqueue(int from, int to) {
    run(
        "INSERT INTO sluice_jobs (payload) SELECT convert_to(n::text, 'UTF8') FROM generate_series("
            + from
            + ", "
            + (to - 1)
            + ") AS n");
  }

  void enqueue(String columns, String values) {
    run("INSERT INTO sluice_jobs (" + columns + ") VALUES (" + values + ")");
  }

  /** The caller closes it. */
  Connection connect() {
    return server.connect(name);
  }

  void run(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The first column of a query's rows. */
  List<String> column(String sql) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  String one(String sql) {
    return column(sql).get(0);
  }

  int count(String state) {
    return Integer.parseInt(one("SELECT count(*) FROM sluice_jobs WHERE state = '" + state + "'"));
  }

  /** Every lease ends now, whoever has it. */
  void expireLeases() {
    run("UPDATE sluice_jobs SET lease_until = now() - interval '1 second' WHERE state = 'claimed'");
  }

  /** Returns once somebody waits for a lock with such a statement. */
  void awaitLockWaiter(String statementLike) {
    await()
        .atMost(JobsEngine.PATIENCE)
        .until(
            () ->
                !column(
                        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event_type = 'Lock' AND query LIKE '"
                            + statementLike
                            + "'")
                    .isEmpty());
  }

  /** Breaks all connections of clients. */
  void breakConnections() {
    run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }
}
