package dev.sluice.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The handlers of an engine, and which of them a lane's records go to. Immutable.
 *
 * @param all each handler once, at least one
 * @param byKind the name of the handler that a kind's records go to; empty when there is one
 *     handler for all records
 */
record EngineTasks(List<EngineTask<?>> all, Map<String, String> byKind) {

  EngineTasks {
    all = List.copyOf(all);
    byKind = Map.copyOf(byKind);
  }

  /** One handler for all records. */
  static EngineTasks one(EngineTask<?> task) {
    return new EngineTasks(List.of(task), Map.of());
  }

  /** Whether records are told apart by their kind. */
  boolean kinds() {
    return !byKind.isEmpty();
  }

  /**
   * The name of the handler of a lane's records.
   *
   * @param kind of the records, as the source says; not looked at when there is one handler
   * @return empty when nobody handles them
   */
  Optional<String> handler(Optional<String> kind) {
    return kinds() ? kind.map(byKind::get) : Optional.of(all.get(0).settings().handler());
  }
}
