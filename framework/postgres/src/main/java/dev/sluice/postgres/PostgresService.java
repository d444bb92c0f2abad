package dev.sluice.postgres;

import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Optional;

/** The pool that handlers use. Never blocks. */
final class PostgresService implements ServiceProvider.Service {
  private final Database database;
  private final PostgresTransactionStore transactions;

  PostgresService(String name, PostgresServiceConfig config, Vertx vertx, Clock clock) {
    String key = "services.postgres." + name;
    this.database =
        new Database(
            new DatabaseSettings(
                key,
                config.address(),
                config.passwordFile(),
                config.maxConnections(),
                config.connectTimeout(),
                config.acquireTimeout(),
                config.idleTimeout(),
                config.acquireTimeout()),
            vertx,
            clock);
    this.transactions =
        new PostgresTransactionStore(
            new TransactionTables(key, config.address(), config.transactions()),
            config.transactions().retention(),
            database,
            vertx,
            clock);
  }

  @Override
  public Pool client() {
    return database.pool();
  }

  @Override
  public Future<Void> check(Duration within) {
    return database.check(within);
  }

  @Override
  public boolean dependencyDown(Throwable cause) {
    if (Mishap.of(cause) == Mishap.READ_ONLY) {
      // What is asked next must reach the server that has taken the place of this one.
      database.giveUpConnections();
    }
    return Absence.isSaidBy(cause);
  }

  @Override
  public Optional<TransactionStore<?>> transactions() {
    return Optional.of(transactions);
  }

  @Override
  public Future<Void> close(Duration within) {
    transactions.close();
    return database.close(within);
  }
}
