package dev.sluice.config.load;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.SourceProvider;
import dev.sluice.spi.StateStoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The adapters of this jar by the names they have in {@code pipeline.yaml}.
 *
 * @param sources by {@link SourceProvider#name()}
 * @param services by {@link ServiceProvider#kind()}
 * @param deadLetters by {@link DeadLetterProvider#name()}
 * @param stateStores by {@link StateStoreProvider#name()}
 */
public record Providers(
    Map<String, SourceProvider<?>> sources,
    Map<String, ServiceProvider<?>> services,
    Map<String, DeadLetterProvider<?>> deadLetters,
    Map<String, StateStoreProvider<?>> stateStores) {

  /** Copies the maps. */
  public Providers {
    sources = Map.copyOf(sources);
    services = Map.copyOf(services);
    deadLetters = Map.copyOf(deadLetters);
    stateStores = Map.copyOf(stateStores);
  }

  /**
   * Finds the adapters with {@code ServiceLoader}. Reads the class path, so it blocks.
   *
   * @throws InvalidSetup when one can't be loaded or two have the same name
   */
  public static Providers onClassPath() {
    try {
      List<SourceProvider<?>> sources = new ArrayList<>();
      ServiceLoader.load(SourceProvider.class).forEach(sources::add);
      List<ServiceProvider<?>> services = new ArrayList<>();
      ServiceLoader.load(ServiceProvider.class).forEach(services::add);
      List<DeadLetterProvider<?>> deadLetters = new ArrayList<>();
      ServiceLoader.load(DeadLetterProvider.class).forEach(deadLetters::add);
      List<StateStoreProvider<?>> stateStores = new ArrayList<>();
      ServiceLoader.load(StateStoreProvider.class).forEach(stateStores::add);
      return of(sources, services, deadLetters, stateStores);
    } catch (ServiceConfigurationError e) {
      throw new InvalidSetup("an adapter on the class path can't be loaded: " + e.getMessage(), e);
    }
  }

  /** Adapters that are given instead of found, none of them for dead letters. */
  public static Providers of(List<SourceProvider<?>> sources, List<ServiceProvider<?>> services) {
    return of(sources, services, List.of());
  }

  /** Adapters that are given instead of found, none of them for resume states. */
  public static Providers of(
      List<SourceProvider<?>> sources,
      List<ServiceProvider<?>> services,
      List<DeadLetterProvider<?>> deadLetters) {
    return of(sources, services, deadLetters, List.of());
  }

  /** Adapters that are given instead of found. */
  public static Providers of(
      List<SourceProvider<?>> sources,
      List<ServiceProvider<?>> services,
      List<DeadLetterProvider<?>> deadLetters,
      List<StateStoreProvider<?>> stateStores) {
    return new Providers(
        byName(sources, "source", SourceProvider::name),
        byName(services, "service", ServiceProvider::kind),
        byName(deadLetters, "dead-letter", DeadLetterProvider::name),
        byName(stateStores, "resume-state", StateStoreProvider::name));
  }

  private static <P> Map<String, P> byName(
      Iterable<? extends P> providers, String what, Function<P, String> name) {
    Map<String, P> found = new TreeMap<>();
    for (P provider : providers) {
      P other = found.putIfAbsent(name.apply(provider), provider);
      if (other != null) {
        throw new InvalidSetup(
            "two "
                + what
                + " adapters on the class path are both called '"
                + name.apply(provider)
                + "': "
                + other.getClass().getName()
                + " and "
                + provider.getClass().getName()
                + "; remove one");
      }
    }
    return found;
  }
}
