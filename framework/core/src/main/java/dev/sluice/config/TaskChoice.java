package dev.sluice.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which handlers run: one for all records, or one for each kind of record. Immutable.
 *
 * @param handler the one for all records
 * @param kinds the handler's name by kind, in the order of the file; a handler may be that of
 *     several kinds
 */
public record TaskChoice(Optional<String> handler, Map<String, String> kinds) {

  /** Refuses both, none, and kinds or handlers without a name. */
  public TaskChoice {
    if (handler.isPresent() && !kinds.isEmpty()) {
      throw new InvalidSetting(
          "kinds",
          "stands beside 'handler: "
              + handler.get()
              + "'; records of all kinds go to that one handler, or each kind names its own: remove"
              + " one of the two");
    }
    if (handler.isEmpty() && kinds.isEmpty()) {
      throw new InvalidSetting(
          "handler",
          "is missing: Which handler of this jar runs. Write 'handler: NAME', or, for a source that"
              + " tells kinds of records apart, a handler for each: 'kinds: { KIND: NAME }'");
    }
    kinds.forEach(TaskChoice::checkKind);
    kinds = Collections.unmodifiableMap(new LinkedHashMap<>(kinds));
  }

  private static void checkKind(String kind, String handler) {
    if (!kind.matches("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?")) {
      throw new InvalidSetting(
          "kinds",
          "'"
              + kind
              + "' is no kind: use 1 to 63 letters and digits, inside also '.', '_' and '-', as in"
              + " 'import-airports'");
    }
    if (handler.isEmpty()) {
      throw new InvalidSetting("kinds." + kind, "names no handler");
    }
  }

  /** The names of the handlers, each once. */
  public Set<String> handlers() {
    return handler.isPresent()
        ? Set.of(handler.get())
        : Collections.unmodifiableSet(new LinkedHashSet<>(kinds.values()));
  }

  /** The kinds whose records go to a handler; empty when there is one for all records. */
  public Set<String> kindsOf(String name) {
    Set<String> found = new LinkedHashSet<>();
    kinds.forEach(
        (kind, handledBy) -> {
          if (handledBy.equals(name)) {
            found.add(kind);
          }
        });
    return Collections.unmodifiableSet(found);
  }
}
