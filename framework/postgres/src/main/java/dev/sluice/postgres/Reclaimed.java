package dev.sluice.postgres;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Jobs whose claimant was gone.
 *
 * @param available may be claimed again
 * @param dead have used up their attempts
 * @param cancelled were to be cancelled
 */
record Reclaimed(int available, int dead, int cancelled) {

  /** From the answer to {@link ReclaimSql#reclaim()}. */
  static Reclaimed of(RowSet<Row> rows) {
    Map<String, Integer> jobs = new HashMap<>();
    rows.forEach(row -> jobs.put(row.getString("state"), row.getInteger("jobs")));
    return new Reclaimed(
        jobs.getOrDefault("available", 0),
        jobs.getOrDefault("dead", 0),
        jobs.getOrDefault("cancelled", 0));
  }
}
