package dev.sluice.embedded;

import java.sql.Connection;

/** A Postgres server, wherever it runs. */
public interface PostgresServer extends Server {

  /** The host of the address. */
  String host();

  /**
   * The port of the address; the same after a restart.
   *
   * @throws IllegalStateException when it was never started
   */
  int port();

  /** The role that owns everything; a superuser. */
  String user();

  /** The password of {@link #user()}. */
  String password();

  /**
   * Where to connect, in the form {@code postgresql://user:password@host:port/database}.
   *
   * @param database its name; not checked
   */
  String url(String database);

  /** The URL of the database {@code postgres}, which always exists. */
  default String url() {
    return url("postgres");
  }

  /**
   * Makes a database and returns its URL. One that exists already is left as it is.
   *
   * @param name letters, digits and underscores
   * @throws ServerFailed when the server refuses
   */
  String createDatabase(String name);

  /**
   * Opens a plain JDBC connection for preparing and checking data; the caller closes it.
   *
   * @param database its name
   * @throws ServerFailed when the server refuses
   */
  Connection connect(String database);
}
