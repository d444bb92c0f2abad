package dev.sluice.postgres;

import dev.sluice.spi.ServiceProvider;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;

/** The pool that handlers use. Never blocks. */
final class PostgresService implements ServiceProvider.Service {
  private final Database database;

  PostgresService(String name, PostgresServiceConfig config, Vertx vertx, Clock clock) {
    this.database =
        new Database(
            new DatabaseSettings(
                "services.postgres." + name,
                config.address(),
                config.passwordFile(),
                config.maxConnections(),
                config.connectTimeout(),
                config.acquireTimeout(),
                config.idleTimeout(),
                config.acquireTimeout()),
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
    return Absence.isSaidBy(cause);
  }

  @Override
  public Future<Void> close(Duration within) {
    return database.close(within);
  }
}
