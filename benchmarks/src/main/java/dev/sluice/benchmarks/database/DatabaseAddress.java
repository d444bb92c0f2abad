package dev.sluice.benchmarks.database;

import dev.sluice.embedded.PostgresServer;

/**
 * Where a database is and who connects.
 *
 * @param host the server
 * @param port the server
 * @param user who connects
 * @param password of the user
 * @param name the database
 */
public record DatabaseAddress(String host, int port, String user, String password, String name) {

  /** A database of a server, made if need be. */
  public static DatabaseAddress on(PostgresServer server, String name) {
    server.createDatabase(name);
    return new DatabaseAddress(
        server.host(), server.port(), server.user(), server.password(), name);
  }

  /** For Vert.x's client. */
  public String url() {
    return "postgresql://" + user + ":" + password + "@" + host + ":" + port + "/" + name;
  }

  /** For JDBC. */
  public String jdbcUrl() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + name;
  }
}
