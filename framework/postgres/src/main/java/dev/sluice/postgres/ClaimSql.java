package dev.sluice.postgres;

/**
 * The statements that claim jobs, and that look whether any are due. Neither rows of other states
 * nor jobs of later times make them slower: each level of priority is found by one step in an index
 * on available jobs, and read only up to now.
 */
final class ClaimSql {
  private final String claim;
  private final String goOn;
  private final String busy;

  /**
   * @param name the table
   * @param oneKind whether jobs of one kind are claimed, or of any
   * @param order whether keys hold their later jobs back
   * @param most jobs of one claim. Not a parameter of the statement: the server plans for it
   */
  ClaimSql(TableName name, boolean oneKind, JobOrder order, int most) {
    String table = name.sql();
    String first = order == JobOrder.KEY ? firstOfItsKey(table) : "";
    String claims = name.sibling("claims");
    String columns = oneKind ? "queue, kind, priority" : "queue, priority";
    String rest =
        """
        , due AS (
          SELECT job.* FROM level CROSS JOIN LATERAL (
            SELECT id, priority, run_at, owner_mark, coalesce(octet_length(payload), 0) AS bytes
            FROM %1$s AS candidate
            WHERE state = 'available' AND %2$s%3$s
            ORDER BY %4$s, run_at, id LIMIT %5$d
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
        UPDATE %1$s AS job
        SET state = 'claimed', token = numbered.token, attempts = job.attempts + 1,
            claimed_by = $3,
            lease_until = clock_timestamp() + $4::bigint * interval '1 millisecond',
            owner_mark = $5
        FROM numbered WHERE job.id = numbered.id
        RETURNING job.id, job.token, job.key, job.payload, job.headers, job.attempts,
                  job.max_attempts, job.failed_at IS NOT NULL AS failed, job.resume_state,
                  job.created_at, numbered.owner_mark AS left_mark, job.priority, job.run_at
        """
            .formatted(table, dueIn(columns), first, columns, most, claims);
    this.claim = "WITH RECURSIVE " + levels(table, columns, oneKind ? ", $6::text" : "") + rest;
    this.goOn =
        "WITH level AS (SELECT $1::text AS queue, "
            + (oneKind ? "$9::text AS kind, " : "")
            + "$6::integer AS priority, $7::timestamptz AS run_at, $8::bigint AS id)"
            + rest;
    String only = "queue = $1" + (oneKind ? " AND kind = $2" : "");
    this.busy =
        """
        WITH RECURSIVE %1$s
        SELECT EXISTS (
          SELECT FROM %2$s WHERE %3$s AND state = 'claimed'
        ) OR EXISTS (
          SELECT FROM level CROSS JOIN LATERAL (
            SELECT FROM %2$s WHERE state = 'available' AND %4$s LIMIT 1) AS job
        ) OR EXISTS (
          SELECT FROM %2$s WHERE %3$s AND state = 'available' AND attempts > 0
        ) AS busy
        """
            .formatted(
                levels(table, columns, oneKind ? ", $2::text" : ""), table, only, dueIn(columns));
  }

  /**
   * The jobs of one level that are due, from its first one on: of index entries of jobs that were
   * claimed, which stay until a vacuum, none is read twice. The columns are compared with that
   * first one as a whole, too, which only the index that is meant can do: the server may not yet
   * know how many kinds there are.
   */
  private static String dueIn(String columns) {
    String level = levelOf(columns);
    return "(%1$s) = (%2$s) AND (%1$s, run_at, id) >= (%2$s, level.run_at, level.id) AND run_at <= now()"
        .formatted(columns, level);
  }

  private static String levelOf(String columns) {
    return "level." + columns.replace(", ", ", level.");
  }

  /**
   * The priorities that available jobs have, ascending, each with the first of its jobs: one step
   * in the index each.
   */
  private static String levels(String table, String columns, String kind) {
    String lane = columns.replace(", priority", "");
    return """
        level AS (
          SELECT * FROM (
            SELECT %2$s, run_at, id FROM %1$s
            WHERE state = 'available' AND (%3$s) >= ($1::text%4$s)
            ORDER BY %2$s, run_at, id LIMIT 1) AS first
          WHERE (%3$s) = ($1::text%4$s)
          UNION ALL
          SELECT next.* FROM level CROSS JOIN LATERAL (
            SELECT %2$s, run_at, id FROM %1$s
            WHERE state = 'available' AND (%2$s) > (%5$s)
            ORDER BY %2$s, run_at, id LIMIT 1) AS next
          WHERE (%6$s) = ($1::text%4$s)
        )"""
        .formatted(
            table, columns, lane, kind, levelOf(columns), "next." + lane.replace(", ", ", next."));
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
   * As {@link #claim()}, but only jobs of one priority from one place on: where the last claim
   * ended, so that what it and those before it left in the index is not read again. What has become
   * due before that place, or is more urgent, is not seen.
   *
   * <p>Parameters: as there, then priority, time and id of the place, and the kind if only one is
   * claimed.
   */
  String goOn() {
    return goOn;
  }

  /**
   * Whether anything is due, claimed by anybody, or waits for its next attempt.
   *
   * <p>Parameters: queue, and the kind if it is only about one.
   */
  String busy() {
    return busy;
  }
}
