package dev.sluice.kafka;

import dev.sluice.spi.StateStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store in memory that answers at once, later or not at all, as a test says. Thread-safe. */
final class StatesInMemory implements StateStore {
  private final Map<String, byte[]> stored = new LinkedHashMap<>();
  private final List<Runnable> held = new ArrayList<>();
  private boolean away;
  private boolean holding;
  private int puts;
  private int gets;

  /** From now on, or no longer, every question fails. */
  synchronized void away(boolean now) {
    away = now;
  }

  /** From now on what is put is stored at {@link #release}. */
  synchronized void hold() {
    holding = true;
  }

  /** Stores what was put, and what will be at once. */
  void release() {
    List<Runnable> waiting;
    synchronized (this) {
      holding = false;
      waiting = List.copyOf(held);
      held.clear();
    }
    waiting.forEach(Runnable::run);
  }

  /** Loses everything. */
  synchronized void lose() {
    stored.clear();
  }

  /** How many states are kept. */
  synchronized int size() {
    return stored.size();
  }

  /** How many times something was put. */
  synchronized int puts() {
    return puts;
  }

  /** How many times something was asked for. */
  synchronized int gets() {
    return gets;
  }

  private static String key(String lane, String id) {
    return lane + "|" + id;
  }

  private static <T> Future<T> nothing() {
    return Future.failedFuture(new IllegalStateException("the store is away"));
  }

  @Override
  public Future<Void> open(Duration within) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> put(String lane, String id, byte[] states, Duration within) {
    Promise<Void> answer = Promise.promise();
    synchronized (this) {
      puts++;
      if (away) {
        return nothing();
      }
      if (holding) {
        held.add(
            () -> {
              store(lane, id, states);
              answer.complete();
            });
        return answer.future();
      }
    }
    store(lane, id, states);
    return Future.succeededFuture();
  }

  private synchronized void store(String lane, String id, byte[] states) {
    stored.put(key(lane, id), states);
  }

  @Override
  public synchronized Future<Optional<byte[]>> get(String lane, String id, Duration within) {
    gets++;
    return away
        ? nothing()
        : Future.succeededFuture(Optional.ofNullable(stored.get(key(lane, id))));
  }

  @Override
  public synchronized Future<Void> drop(String lane, String id, Duration within) {
    if (stored.containsKey(key(lane, id))) {
      for (String each : List.copyOf(stored.keySet())) {
        if (each.startsWith(lane + "|")) {
          stored.remove(each);
        }
        if (each.equals(key(lane, id))) {
          break;
        }
      }
    }
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
