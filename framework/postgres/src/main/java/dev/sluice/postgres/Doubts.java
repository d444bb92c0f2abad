package dev.sluice.postgres;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Claims whose owner does not know whether its last step was committed, until it is owned anew. One
 * of each lane or record: an earlier one is fenced by its epoch. Remembers the last {@value
 * #REMEMBERED}; nothing more is asked for a record once its try, which is over, has ended. Safe
 * from any thread.
 */
final class Doubts {
  private static final int REMEMBERED = 10_000;

  private final Map<String, Object> claims =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The owner of a lane or record does not know any more. */
  synchronized void begin(String name, Object claim) {
    claims.put(name, claim);
  }

  /** A lane or record has a new owner, who knows. */
  synchronized void owned(String name) {
    claims.remove(name);
  }

  /** Whether a claim is of an owner who does not know. */
  synchronized boolean about(String name, Object claim) {
    return claim.equals(claims.get(name));
  }
}
