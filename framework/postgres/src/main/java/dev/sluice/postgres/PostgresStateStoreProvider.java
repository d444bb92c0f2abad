package dev.sluice.postgres;

import dev.sluice.spi.Connections;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.StateStoreProvider;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import java.util.List;

/** Makes the store that {@code pipeline.resumeState.postgres} declares. */
public final class PostgresStateStoreProvider
    implements StateStoreProvider<PostgresStateStoreConfig> {

  /** For {@code ServiceLoader}. */
  public PostgresStateStoreProvider() {}

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Class<PostgresStateStoreConfig> configType() {
    return PostgresStateStoreConfig.class;
  }

  @Override
  public List<Connections> connections(PostgresStateStoreConfig config) {
    return List.of(config.database(name(), PostgresStateStore.CONNECTIONS).connections());
  }

  @Override
  public StateStore create(PostgresStateStoreConfig config, String pipeline, Vertx vertx) {
    return new PostgresStateStore(config, pipeline, vertx, new SystemClock());
  }
}
