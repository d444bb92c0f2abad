package dev.sluice.benchmarks.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A contestant's database from beside, over a connection of its own. Used by one thread. */
public final class SideConnection implements AutoCloseable {
  private final Connection connection;

  /** Connects. */
  public SideConnection(DatabaseAddress address) throws SQLException {
    connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  /** Runs statements, each in a transaction of its own. */
  public void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  /** Runs a statement with parameters. */
  public void update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  /** The first column of the first row. */
  public long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Whether there is a table of that name. */
  public boolean has(String relation) throws SQLException {
    return number("SELECT count(*) FROM pg_class WHERE relname = '" + relation + "'") > 0;
  }

  /** Everybody begins with a table that was vacuumed and with nothing to write back. */
  public void settle(String table) throws SQLException {
    execute("VACUUM (ANALYZE) " + table, "CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
