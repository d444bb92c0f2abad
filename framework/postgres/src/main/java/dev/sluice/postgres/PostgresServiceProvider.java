package dev.sluice.postgres;

import dev.sluice.api.Transactions;
import dev.sluice.spi.Connections;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;

/**
 * Offers {@code services.postgres.<name>}: handlers ask for {@link Pool}, and for {@link
 * PostgresTransactions}.
 */
public final class PostgresServiceProvider implements ServiceProvider<PostgresServiceConfig> {

  /** For {@code ServiceLoader}. */
  public PostgresServiceProvider() {}

  @Override
  public String kind() {
    return "postgres";
  }

  @Override
  public Class<PostgresServiceConfig> configType() {
    return PostgresServiceConfig.class;
  }

  @Override
  public Class<?> serviceType() {
    return Pool.class;
  }

  @Override
  public Optional<Class<? extends Transactions<?>>> transactionsType() {
    return Optional.of(PostgresTransactions.class);
  }

  @Override
  public List<Connections> connections(PostgresServiceConfig config) {
    return List.of(config.address().connections(config.maxConnections(), "pool"));
  }

  @Override
  public Service create(String name, PostgresServiceConfig config, Vertx vertx) {
    return new PostgresService(name, config, vertx, new SystemClock());
  }
}
