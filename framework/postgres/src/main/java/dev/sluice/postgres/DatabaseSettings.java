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
 */
record DatabaseSettings(
    String key,
    Address address,
    Optional<String> passwordFile,
    int maxConnections,
    Duration connectTimeout,
    Duration acquireTimeout,
    Duration idleTimeout,
    Duration silence) {

  /** What the pool may hold open. */
  Connections connections() {
    return address.connections(maxConnections, "pool");
  }
}
