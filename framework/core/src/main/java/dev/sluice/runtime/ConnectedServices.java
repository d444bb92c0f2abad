package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Services;
import dev.sluice.spi.TransactionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The services of a run, by type and name. Filled while starting, read by handlers. */
final class ConnectedServices implements Services {
  private record Key(Class<?> type, String name) {}

  private final Map<Key, Object> clients = new java.util.HashMap<>();
  private final List<Predicate<Throwable>> down = new ArrayList<>();
  private final Map<String, String> known = new TreeMap<>();
  private final Map<Key, String> stores = new java.util.HashMap<>();
  private TransactionStore<?> asked;
  private String askedName;
  private boolean made;

  /** The transactions of a service, which are opened only when a handler asks for them. */
  void putTransactions(Class<?> type, String kind, String name, TransactionStore<?> transactions) {
    put(type, kind, name, transactions);
    stores.put(new Key(type, name), "services." + kind + "." + name);
  }

  /** The transactions that the handler has asked for; from here on it can ask for no others. */
  Optional<TransactionStore<?>> transactions() {
    made = true;
    return Optional.ofNullable(asked);
  }

  private void asked(Key key, Object client) {
    TransactionStore<?> store = (TransactionStore<?>) client;
    if (asked == store) {
      return;
    }
    if (asked != null) {
      throw new InvalidSetup(
          "the handler asks for transactions of "
              + askedName
              + " and of "
              + stores.get(key)
              + ": a position can be kept in one database only\nFix: write in transactions of one of"
              + " them");
    }
    if (made) {
      throw new InvalidSetup(
          "the handler asks for transactions of "
              + stores.get(key)
              + " after it was made\nFix: ask services for "
              + key.type.getSimpleName()
              + " where the handler is made, so that they are opened before the source is");
    }
    asked = store;
    askedName = stores.get(key);
  }

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
    known.merge(
        "services." + kind + "." + name, type.getSimpleName(), (one, other) -> one + ", " + other);
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
    if (stores.containsKey(new Key(type, name))) {
      asked(new Key(type, name), client);
    }
    return type.cast(client);
  }
}
