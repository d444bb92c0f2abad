package dev.sluice.cli;

import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * What a jar brings to the command line.
 *
 * @param handlers at least one, names unique
 * @param options an object with picocli annotations whose options {@code run} takes too
 * @param environment starts what the worker needs around it; may block
 */
public record WorkerSetup(
    List<Handlers.Named<?>> handlers,
    Optional<Object> options,
    Optional<Callable<? extends Environment>> environment) {

  /** Refuses a jar without handlers and names that are used twice. */
  public WorkerSetup {
    handlers = List.copyOf(handlers);
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException("a worker needs at least one handler");
    }
    Set<String> seen = new TreeSet<>();
    for (Handlers.Named<?> handler : handlers) {
      if (!seen.add(handler.name())) {
        throw new IllegalArgumentException("two handlers are called '" + handler.name() + "'");
      }
    }
  }

  /** The names of the handlers. */
  Set<String> names() {
    return handlers.stream().map(Handlers.Named::name).collect(Collectors.toSet());
  }

  /** The handler of a name that was checked before. */
  Handlers.Named<?> handler(String name) {
    return handlers.stream().filter(h -> h.name().equals(name)).findFirst().orElseThrow();
  }
}
