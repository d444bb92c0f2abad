package dev.sluice.benchmarks.jobs;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A contestant's database from beside, over a connection of its own. Used by one thread. */
final class JobsDatabase implements AutoCloseable {
  private final Connection connection;

  JobsDatabase(JobsLap order) throws SQLException {
    connection = DriverManager.getConnection(order.jdbcUrl(), order.user(), order.password());
  }

  void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  void update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  boolean has(String relation) throws SQLException {
    return number("SELECT count(*) FROM pg_class WHERE relname = '" + relation + "'") > 0;
  }

  /** Everybody begins with a table that was vacuumed and with nothing to write back. */
  void settle(String table) throws SQLException {
    execute("VACUUM (ANALYZE) " + table, "CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
