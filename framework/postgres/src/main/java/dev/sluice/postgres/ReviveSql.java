package dev.sluice.postgres;

/**
 * The statements that make dead and cancelled jobs available again: from their last resume state,
 * with no attempt counted. What they died of stays to be seen.
 */
final class ReviveSql {
  private static final String REVIVED =
      "state = 'available', attempts = 0, run_at = now(), finished_at = NULL,"
          + " cancel_requested = false, claimed_by = NULL, lease_until = NULL, owner_mark = NULL";
  private static final String LIVE = "unique_key IS NOT NULL AND state IN ('available', 'claimed')";

  private final String table;

  ReviveSql(TableName name) {
    this.table = name.sql();
  }

  /**
   * All of these jobs, or none when one of them is missing, neither dead nor cancelled, or has a
   * unique key that a live job or an earlier one of these has. Answers with those that are there,
   * the state of each before, and who has its unique key.
   *
   * <p>Parameters: ids without twins, channel.
   */
  String these() {
    return """
        WITH wanted AS MATERIALIZED (
          SELECT id, queue, state, unique_key FROM %1$s
          WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE
        ), judged AS MATERIALIZED (
          SELECT id, state, coalesce(
            (SELECT min(other.id) FROM %1$s AS other
             WHERE other.queue = wanted.queue AND other.unique_key = wanted.unique_key
               AND other.%2$s),
            (SELECT min(twin.id) FROM wanted AS twin
             WHERE twin.queue = wanted.queue AND twin.unique_key = wanted.unique_key
               AND twin.id < wanted.id)) AS holder
          FROM wanted
        ), revived AS (
          UPDATE %1$s AS job SET %3$s
          FROM judged
          WHERE job.id = judged.id
            AND (SELECT count(*) FROM judged
                 WHERE state IN ('dead', 'cancelled') AND holder IS NULL) = cardinality($1::bigint[])
          RETURNING job.queue, job.kind
        ), told AS MATERIALIZED (
          SELECT pg_notify($2, queue || '/' || kind) FROM revived GROUP BY queue, kind
        )
        SELECT id, state, holder, (SELECT count(*) FROM told) AS told FROM judged ORDER BY id
        """
        .formatted(table, LIVE.replace("state", "other.state"), REVIVED);
  }

  /**
   * Dead jobs of a queue, those that died first; not those with a unique key that a live job has.
   * Answers how many.
   *
   * <p>Parameters: queue, dead since before then, most, channel, kind or null.
   */
  String dead() {
    return """
        WITH wanted AS MATERIALIZED (
          SELECT id, unique_key FROM %1$s AS job
          WHERE queue = $1 AND state = 'dead' AND (finished_at IS NULL OR finished_at <= $2)
            AND ($5::text IS NULL OR kind = $5)
            AND (unique_key IS NULL OR NOT EXISTS (
              SELECT FROM %1$s AS other
              WHERE other.queue = $1 AND other.unique_key = job.unique_key AND other.%2$s))
          ORDER BY finished_at LIMIT $3
          FOR UPDATE OF job SKIP LOCKED
        ), single AS (
          SELECT min(id) AS id FROM wanted
          GROUP BY unique_key, CASE WHEN unique_key IS NULL THEN id END
        ), revived AS (
          UPDATE %1$s AS job SET %3$s
          FROM single WHERE job.id = single.id
          RETURNING job.queue, job.kind
        ), told AS MATERIALIZED (
          SELECT pg_notify($4, queue || '/' || kind) FROM revived GROUP BY queue, kind
        )
        SELECT (SELECT count(*) FROM revived) AS revived, (SELECT count(*) FROM told) AS told
        """
        .formatted(table, LIVE.replace("state", "other.state"), REVIVED);
  }

  /**
   * How many are dead, counted up to a bound.
   *
   * <p>Parameters: queue, dead since before then, bound, kind or null.
   */
  String left() {
    return """
        SELECT count(*) AS jobs FROM (
          SELECT FROM %1$s
          WHERE queue = $1 AND state = 'dead' AND (finished_at IS NULL OR finished_at <= $2)
            AND ($4::text IS NULL OR kind = $4)
          LIMIT $3) AS bounded
        """
        .formatted(table);
  }
}
