package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The services of a run, by type and name. Filled while starting, read by handlers. */
final class ConnectedServices implements Services {
  private record Key(Class<?> type, String name) {}

  private final Map<Key, Object> clients = new java.util.HashMap<>();
  private final List<Predicate<Throwable>> down = new ArrayList<>();
  private final Map<String, String> known = new TreeMap<>();

  /** Whether one of the services recognises a failure as its own absence. */
  boolean dependencyDown(Throwable cause) {
    return down.stream().anyMatch(service -> service.test(cause));
  }

  /** A service that recognises its own absence. */
  void recognises(Predicate<Throwable> absence) {
    down.add(absence);
  }

  void put(Class<?> type, String kind, String name, Object client) {
    clients.put(new Key(type, name), client);
    known.put("services." + kind + "." + name, type.getSimpleName());
  }

  @Override
  public <S> S get(Class<S> type, String name) {
    Object client = clients.get(new Key(type, name));
    if (client == null) {
      throw new InvalidSetup(
          "the handler asks for a "
              + type.getSimpleName()
              + " named '"
              + name
              + "', which services: of pipeline.yaml does not declare; declared: "
              + (known.isEmpty() ? "none" : known));
    }
    return type.cast(client);
  }
}
