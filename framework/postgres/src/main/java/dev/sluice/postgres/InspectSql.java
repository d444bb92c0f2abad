package dev.sluice.postgres;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The statements that look at a table of jobs and change nothing. */
final class InspectSql {
  private static final String COLUMNS =
      "id, queue, kind, state, priority, key, unique_key, attempts, max_attempts, run_at,"
          + " run_at <= now() AS due, created_at, finished_at, failed_at, claimed_by, lease_until,"
          + " cancel_requested, last_error, octet_length(payload) AS payload_bytes,"
          + " octet_length(resume_state) AS resume_state_bytes";

  private final TableName name;
  private final String table;

  InspectSql(TableName name) {
    this.name = name;
    this.table = name.sql();
  }

  /**
   * The newest jobs of a queue. What is asked for is written out, so that the indexes of single
   * states are seen to fit.
   *
   * <p>Parameters: queue, most jobs, then kind and key where they are asked for.
   */
  String list(Set<JobState> states, boolean kind, boolean key) {
    String in =
        new TreeSet<>(states)
            .stream().map(state -> "'" + state.sql() + "'").collect(Collectors.joining(", "));
    return "SELECT "
        + COLUMNS
        + " FROM "
        + table
        + " WHERE queue = $1"
        + (states.isEmpty() ? "" : " AND state IN (" + in + ")")
        + (kind ? " AND kind = $3" : "")
        + (key ? " AND key = $" + (kind ? 4 : 3) : "")
        + " ORDER BY id DESC LIMIT $2";
  }

  /**
   * Everything about one job.
   *
   * <p>Parameters: id, most bytes of the payload.
   */
  String show() {
    return "SELECT "
        + COLUMNS
        + ", headers, token, owner_mark, substring(payload FROM 1 FOR $2::integer) AS payload FROM "
        + table
        + " WHERE id = $1";
  }

  /**
   * Which ids there are.
   *
   * <p>Parameter: ids.
   */
  String existing() {
    return "SELECT id FROM " + table + " WHERE id = ANY($1::bigint[])";
  }

  /**
   * Counts by queue, kind and state, without those that are done. One index of few rows for each
   * state.
   *
   * <p>Parameter: queue or null.
   */
  String counts() {
    String all = " FROM " + table + " WHERE ($1::text IS NULL OR queue = $1) AND state = '%s'";
    String group = " GROUP BY queue, kind";
    return "SELECT queue, kind, 'available' AS state, count(*) AS jobs,"
        + " count(*) FILTER (WHERE run_at <= now()) AS due,"
        + " greatest(0, extract(epoch FROM now() - min(run_at)))::double precision AS oldest"
        + all.formatted("available")
        + group
        + rest(all + group, "claimed")
        + rest(all + group, "dead")
        + rest(all + group, "cancelled");
  }

  private static String rest(String from, String state) {
    return " UNION ALL SELECT queue, kind, '" + state + "', count(*), 0, 0" + from.formatted(state);
  }

  /**
   * How many are done, counted up to a bound.
   *
   * <p>Parameters: queue or null, bound.
   */
  String doneUpTo() {
    return "SELECT count(*) AS jobs FROM (SELECT FROM "
        + table
        + " WHERE ($1::text IS NULL OR queue = $1) AND state = 'done' LIMIT $2) AS bounded";
  }

  /**
   * How many are done by queue and kind.
   *
   * <p>Parameter: queue or null.
   */
  String done() {
    return "SELECT queue, kind, 'done' AS state, count(*) AS jobs, 0::bigint AS due,"
        + " 0::double precision AS oldest FROM "
        + table
        + " WHERE ($1::text IS NULL OR queue = $1) AND state = 'done' GROUP BY queue, kind";
  }

  /** How many are done in the whole table, as the last vacuum or analyze has found; or none. */
  String doneEstimated() {
    return "SELECT index.reltuples::bigint AS jobs FROM pg_index"
        + " JOIN pg_class AS index ON index.oid = pg_index.indexrelid"
        + " WHERE pg_index.indrelid = '"
        + table
        + "'::regclass AND index.relname = '"
        + name.table()
        + "_done' AND index.reltuples >= 0";
  }

  /**
   * Who has how many.
   *
   * <p>Parameters: queue or null, most workers.
   */
  String workers() {
    return "SELECT claimed_by, queue, count(*) AS jobs, min(lease_until) AS lease_until,"
        + " min(lease_until) < now() AS expired FROM "
        + table
        + " WHERE ($1::text IS NULL OR queue = $1) AND state = 'claimed'"
        + " GROUP BY claimed_by, queue ORDER BY count(*) DESC, claimed_by, queue LIMIT $2";
  }
}
