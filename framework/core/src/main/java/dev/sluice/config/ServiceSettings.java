package dev.sluice.config;

import dev.sluice.spi.Connections;
import dev.sluice.spi.ServiceProvider;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * The {@code services} section.
 *
 * @param declared every service in the order of the file, which is the order of opening
 */
public record ServiceSettings(List<Declared<?>> declared) {

  /** Copies the list. */
  public ServiceSettings {
    declared = List.copyOf(declared);
  }

  /**
   * One service.
   *
   * @param name its name, unique within its kind
   * @param provider makes it
   * @param settings the provider's own record, which may hold secrets
   * @param <C> the record's type
   */
  public record Declared<C extends Record>(String name, ServiceProvider<C> provider, C settings) {

    /** Makes the client without connecting; see {@link ServiceProvider#create}. */
    public ServiceProvider.Service create(Vertx vertx) {
      return provider.create(name, settings, vertx);
    }

    /** The connections it may hold open; see {@link ServiceProvider#connections}. */
    public List<Connections> connections() {
      return provider.connections(settings);
    }

    @Override
    public String toString() {
      return "services." + provider.kind() + "." + name;
    }
  }
}
