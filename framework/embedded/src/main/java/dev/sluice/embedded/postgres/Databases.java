package dev.sluice.embedded.postgres;

import dev.sluice.embedded.ServerFailed;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;

/** Connects and makes databases. Blocks. */
final class Databases {
  private static final String DUPLICATE_DATABASE = "42P04";

  private Databases() {}

  static Connection connect(int port, String password, String database) {
    Properties properties = new Properties();
    properties.setProperty("user", Cluster.USER);
    properties.setProperty("password", password);
    properties.setProperty("connectTimeout", "10");
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    try {
      // The driver itself: DriverManager sees only what the caller's class loader sees.
      return new Driver().connect(url, properties);
    } catch (SQLException e) {
      throw new ServerFailed("can't connect to " + url + ": " + e.getMessage(), e);
    }
  }

  static void create(int port, String password, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,62}")) {
      throw new IllegalArgumentException(
          "\"" + name + "\" can't name a database: letters, digits and underscores, at most 63");
    }
    try (Connection connection = connect(port, password, "postgres");
        Statement statement = connection.createStatement()) {
      // Copied block by block through the log: no checkpoint, which would cost most of the time.
      statement.execute("CREATE DATABASE \"" + name + "\" STRATEGY wal_log");
    } catch (SQLException e) {
      if (!DUPLICATE_DATABASE.equals(e.getSQLState())) {
        throw new ServerFailed("can't make database " + name + ": " + e.getMessage(), e);
      }
    }
  }
}
