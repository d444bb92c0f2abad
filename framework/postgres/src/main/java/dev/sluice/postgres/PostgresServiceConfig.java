package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code services.postgres.<name>} of {@code pipeline.yaml}.
 *
 * @param url where the database is and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param maxConnections the size of the pool
 * @param connectTimeout how long opening one connection may take
 * @param acquireTimeout how long a handler waits for a connection while all are taken
 * @param idleTimeout when an unused connection is closed; zero for never
 * @param transactions of handlers that ask for {@link PostgresTransactions}
 */
public record PostgresServiceConfig(
    @Setting(doc = TablePlace.URL) String url,
    @Setting(doc = TablePlace.PASSWORD_FILE) Optional<String> passwordFile,
    @Setting(doc = "Most connections open at once.", value = "4", min = "1", max = "1000")
        int maxConnections,
    @Setting(
            doc = "How long opening one connection may take.",
            value = "5s",
            min = "1ms",
            max = "24h")
        Duration connectTimeout,
    @Setting(
            doc = "How long a handler waits for a connection while all are taken.",
            value = "10s",
            min = "1ms",
            max = "24h")
        Duration acquireTimeout,
    @Setting(doc = "When an unused connection is closed; 0s for never.", value = "10m", max = "24h")
        Duration idleTimeout,
    @Setting(
            doc = "Transactions that hold a handler's rows together with the position of its lane.",
            value = "{}")
        PostgresTransactionsConfig transactions) {

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the pool can't
   *     count the idle time
   */
  public PostgresServiceConfig {
    Address.withOnePassword(url, passwordFile);
    // The pool counts milliseconds, and takes none for never.
    if (!idleTimeout.isZero() && idleTimeout.toMillis() < 1) {
      throw new InvalidSetting(
          "idleTimeout", "is less than 1ms; write 0s for never, or 1ms or more");
    }
  }

  Address address() {
    return Address.of(url);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "PostgresServiceConfig[" + address() + ", maxConnections=" + maxConnections + "]";
  }
}
