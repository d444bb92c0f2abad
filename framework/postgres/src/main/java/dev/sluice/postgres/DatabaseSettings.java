package dev.sluice.postgres;

import dev.sluice.spi.Connections;
import java.time.Duration;
import java.util.Optional;

/**
 * How one client reaches its database.
 *
 * @param key the key in {@code pipeline.yaml} that declares it, for messages
 * @param address where the database is and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param maxConnections the size of the pool
 * @param connectTimeout how long opening one connection may take
 * @param acquireTimeout how long to wait for a connection while all are taken
 * @param idleTimeout when an unused connection is closed; zero for never
 * @param silence how long {@link Database#ask} waits before it gives the connections up
 * @param endsStatements whether the server ends a statement before the silence does, so that none
 *     goes on that nobody waits for any more
 */
record DatabaseSettings(
    String key,
    Address address,
    Optional<String> passwordFile,
    int maxConnections,
    Duration connectTimeout,
    Duration acquireTimeout,
    Duration idleTimeout,
    Duration silence,
    boolean endsStatements) {

  /** Of a client whose statements may take as long as they take. */
  DatabaseSettings(
      String key,
      Address address,
      Optional<String> passwordFile,
      int maxConnections,
      Duration connectTimeout,
      Duration acquireTimeout,
      Duration idleTimeout,
      Duration silence) {
    this(
        key,
        address,
        passwordFile,
        maxConnections,
        connectTimeout,
        acquireTimeout,
        idleTimeout,
        silence,
        false);
  }

  /** The same for a client whose statements the server ends before the silence does. */
  DatabaseSettings endingStatements() {
    return new DatabaseSettings(
        key,
        address,
        passwordFile,
        maxConnections,
        connectTimeout,
        acquireTimeout,
        idleTimeout,
        silence,
        true);
  }

  /** What the pool may hold open. */
  Connections connections() {
    return address.connections(maxConnections, "pool");
  }
}
