package dev.sluice.postgres;

/**
 * The statements of one jobs table. Rows are locked in the order of their ids, so that no two of
 * them wait for each other in a circle. All times are the server's.
 */
final class JobsSql {
  private final String table;
  private final String claims;

  JobsSql(TableName name) {
    this.table = name.sql();
    this.claims = name.sibling("claims");
  }

  /**
   * Claims what is due. A token comes from one sequence for the whole table: no two claims ever
   * share one, and later claims have higher ones.
   *
   * <p>Parameters: queue, most jobs, most bytes (the first job counts with none), claimant, lease
   * in milliseconds.
   */
  String claim() {
    return """
        WITH due AS (
          SELECT id, priority, run_at, coalesce(octet_length(payload), 0) AS bytes
          FROM %1$s
          WHERE queue = $1 AND state = 'available' AND run_at <= now()
          ORDER BY priority, run_at, id LIMIT $2
          FOR UPDATE SKIP LOCKED
        ), fitting AS MATERIALIZED (
          SELECT id
          FROM (SELECT id, priority, run_at, sum(bytes) OVER w - bytes AS before
                FROM due WINDOW w AS (ORDER BY priority, run_at, id)) AS summed
          WHERE before < $3
          ORDER BY priority, run_at, id
        ), numbered AS MATERIALIZED (
          SELECT id, nextval('%2$s') AS token FROM fitting
        )
        UPDATE %1$s AS job
        SET state = 'claimed', token = numbered.token, attempts = job.attempts + 1,
            claimed_by = $4,
            lease_until = clock_timestamp() + $5::bigint * interval '1 millisecond'
        FROM numbered WHERE job.id = numbered.id
        RETURNING job.id, job.token, job.key, job.payload, job.headers, job.attempts,
                  job.max_attempts, job.failed_at IS NOT NULL AS failed, job.resume_state,
                  job.created_at
        """
        .formatted(table, claims);
  }

  /**
   * Renews leases. Answers with the tokens that nobody has taken, also of jobs that ended
   * meanwhile, and which of them somebody wants to be cancelled.
   *
   * <p>Parameters: ids, tokens, lease in milliseconds.
   */
  String renew() {
    return """
        WITH mine AS (
          SELECT job.id, job.token, job.state, job.cancel_requested
          FROM %1$s AS job
          JOIN unnest($1::bigint[], $2::bigint[]) AS asked(id, token)
            ON job.id = asked.id AND job.token = asked.token
          ORDER BY job.id
          FOR UPDATE OF job
        ), renewed AS (
          UPDATE %1$s AS job
          SET lease_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
          FROM mine WHERE job.id = mine.id AND mine.state = 'claimed'
        )
        SELECT token, state = 'claimed' AND cancel_requested AS unwanted FROM mine
        """
        .formatted(table);
  }

  /**
   * Hands back claims that nobody works on, with their attempt. Those that somebody wants to be
   * cancelled are.
   *
   * <p>Parameters: queue, how the claimant's name begins, ids to leave alone.
   */
  String release() {
    return """
        UPDATE %1$s
        SET state = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'available' END,
            finished_at = CASE WHEN cancel_requested THEN clock_timestamp() END,
            cancel_requested = false,
            attempts = attempts - 1, claimed_by = NULL, lease_until = NULL
        WHERE id IN (
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND starts_with(claimed_by, $2)
            AND NOT id = ANY($3::bigint[])
          ORDER BY id
          FOR UPDATE)
        """
        .formatted(table);
  }

  /**
   * Removes finished jobs.
   *
   * <p>Parameters: queue, age in milliseconds, most jobs.
   */
  String sweep() {
    return """
        DELETE FROM %1$s
        WHERE id IN (
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'done'
            AND finished_at < now() - $2::bigint * interval '1 millisecond'
          ORDER BY finished_at LIMIT $3
          FOR UPDATE SKIP LOCKED)
        """
        .formatted(table);
  }

  /**
   * Whether anything is due, claimed by anybody, or waits for its next try.
   *
   * <p>Parameter: queue.
   */
  String busy() {
    return """
        SELECT EXISTS (
          SELECT FROM %1$s WHERE queue = $1 AND state = 'claimed'
        ) OR EXISTS (
          SELECT FROM %1$s
          WHERE queue = $1 AND state = 'available' AND (run_at <= now() OR failed_at IS NOT NULL)
        ) AS busy
        """
        .formatted(table);
  }
}
