package dev.sluice.postgres;

import io.vertx.pgclient.PgException;
import java.util.Set;

/** What a failure of the client says about trying a transaction again. */
enum Mishap {
  /** It could not be brought in line with others, and may be the next time. */
  CONFLICT,
  /** The connection is broken or there is none: what was sent may have arrived or not. */
  AWAY,
  /** The server takes no writes (any more): its place may be taken by another. */
  READ_ONLY,
  /** Trying again is of no use. */
  FINAL;

  /** Serialization failure, deadlock. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  static Mishap of(Throwable failure) {
    String state =
        failure instanceof PgException refused && refused.getSqlState() != null
            ? refused.getSqlState()
            : "";
    if (CONFLICTS.contains(state)) {
      return CONFLICT;
    }
    if (Absence.READ_ONLY.equals(state)) {
      return READ_ONLY;
    }
    return Absence.isSaidBy(failure) ? AWAY : FINAL;
  }
}
