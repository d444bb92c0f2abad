package dev.sluice.postgres;

/**
 * The statements that claim jobs, and that look whether any are due. Neither rows of other states
 * nor jobs of later times make them slower: each level of priority is found by one step in an index
 * on available jobs, and read only up to now.
 */
final class ClaimSql {
  private final String claim;
  private final String busy;

  /**
   * @param name the table
   * @param oneKind whether jobs of one kind are claimed, or of any
   * @param order whether keys hold their later jobs back
   * @param most jobs of one claim. Not a parameter of the statement: the server plans for it
   */
  ClaimSql(TableName name, boolean oneKind, JobOrder order, int most) {
    String table = name.sql();
    String kindOf = oneKind ? " AND kind = %s" : "";
    this.claim =
        """
        WITH RECURSIVE %1$s, due AS (
          SELECT job.* FROM level CROSS JOIN LATERAL (
            SELECT id, priority, run_at, owner_mark, coalesce(octet_length(payload), 0) AS bytes
            FROM %2$s AS candidate
            WHERE queue = $1%3$s AND state = 'available' AND priority = level.priority
              AND run_at <= now()%4$s
            ORDER BY run_at, id LIMIT %5$d
            FOR UPDATE SKIP LOCKED) AS job
          LIMIT %5$d
        ), fitting AS MATERIALIZED (
          SELECT id, owner_mark
          FROM (SELECT id, priority, run_at, owner_mark, sum(bytes) OVER w - bytes AS before
                FROM due WINDOW w AS (ORDER BY priority, run_at, id)) AS summed
          WHERE before < $2
          ORDER BY priority, run_at, id
        ), numbered AS MATERIALIZED (
          SELECT id, owner_mark, nextval('%6$s') AS token FROM fitting
        )
        UPDATE %2$s AS job
        SET state = 'claimed', token = numbered.token, attempts = job.attempts + 1,
            claimed_by = $3,
            lease_until = clock_timestamp() + $4::bigint * interval '1 millisecond',
            owner_mark = $5
        FROM numbered WHERE job.id = numbered.id
        RETURNING job.id, job.token, job.key, job.payload, job.headers, job.attempts,
                  job.resume_state, job.created_at, numbered.owner_mark AS left_mark
        """
            .formatted(
                levels(table, kindOf.formatted("$6")),
                table,
                kindOf.formatted("$6"),
                order == JobOrder.KEY ? firstOfItsKey(table) : "",
                most,
                name.sibling("claims"));
    this.busy =
        """
        WITH RECURSIVE %1$s
        SELECT EXISTS (
          SELECT FROM %2$s WHERE queue = $1%3$s AND state = 'claimed'
        ) OR EXISTS (
          SELECT FROM level CROSS JOIN LATERAL (
            SELECT FROM %2$s
            WHERE queue = $1%3$s AND state = 'available' AND priority = level.priority
              AND run_at <= now()
            LIMIT 1) AS job
        ) AS busy
        """
            .formatted(levels(table, kindOf.formatted("$2")), table, kindOf.formatted("$2"));
  }

  /** The priorities that available jobs have, one step in the index each, ascending. */
  private static String levels(String table, String kind) {
    return """
        level AS (
          (SELECT priority FROM %1$s WHERE queue = $1%2$s AND state = 'available'
           ORDER BY priority LIMIT 1)
          UNION ALL
          SELECT next.priority FROM level CROSS JOIN LATERAL (
            SELECT priority FROM %1$s
            WHERE queue = $1%2$s AND state = 'available' AND priority > level.priority
            ORDER BY priority LIMIT 1) AS next
        )"""
        .formatted(table, kind);
  }

  // A comparison, which is one step in an index for each job; not an anti-join, which the server
  // may turn into reading all jobs that have keys. What a snapshot shows as ended stays ended, so
  // two claims at once never find two first ones.
  private static String firstOfItsKey(String table) {
    return """

              AND (candidate.key IS NULL OR candidate.id = (
                SELECT first.id FROM %1$s AS first
                WHERE first.queue = $1 AND first.key = candidate.key
                  AND first.state IN ('available', 'claimed')
                ORDER BY first.id LIMIT 1))"""
        .formatted(table);
  }

  /**
   * Claims what is due: smaller priorities first, then what was due earlier, then the older job. A
   * token comes from one sequence for the whole table: no two claims ever share one, and later
   * claims have higher ones. What a claimant left whose lease ran out comes with the job, and gives
   * way to the mark of the new one.
   *
   * <p>Parameters: queue, most bytes (the first job counts with none), claimant, lease in
   * milliseconds, the claimant's mark or null, and the kind if only one is claimed.
   */
  String claim() {
    return claim;
  }

  /**
   * Whether anything is due or claimed by anybody.
   *
   * <p>Parameters: queue, and the kind if it is only about one.
   */
  String busy() {
    return busy;
  }
}
