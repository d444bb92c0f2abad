package dev.sluice.config;

import dev.sluice.spi.Connections;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.StateStoreProvider;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * The {@code pipeline.resumeState} section: an adapter and its settings.
 *
 * @param provider the adapter
 * @param settings its own record, which may hold secrets
 * @param <C> the record's type
 */
public record StateStoreSettings<C extends Record>(StateStoreProvider<C> provider, C settings) {

  /** Makes the store without connecting; see {@link StateStoreProvider#create}. */
  public StateStore create(String pipeline, Vertx vertx) {
    return provider.create(settings, pipeline, vertx);
  }

  /** The connections it may hold open; see {@link StateStoreProvider#connections}. */
  public List<Connections> connections() {
    return provider.connections(settings);
  }

  @Override
  public String toString() {
    return "StateStoreSettings[" + provider.name() + "]";
  }
}
