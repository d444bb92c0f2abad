package dev.sluice.postgres;

/** What becomes of jobs whose claimant is gone. All times are the server's. */
final class ReclaimSql {
  private final String table;
  private final String claims;

  ReclaimSql(TableName name) {
    this.table = name.sql();
    this.claims = name.sibling("claims");
  }

  /**
   * Takes jobs back whose lease has run out, whoever claimed them. The new token shuts their
   * claimant out. The attempt stays counted: one that has used up its attempts is dead, so that a
   * job that kills its worker does not go round for ever. One that somebody wants to be cancelled
   * is. The others are available: at once after the first attempt, later at some moment within a
   * lease, so that jobs that were only held beside the one that kills its worker part from it.
   * Their claimant's mark stays for who comes next. Answers with a row for each state and how many
   * are in it.
   *
   * <p>Parameters: queue, most jobs, the attempts of jobs without a figure of their own, lease in
   * milliseconds.
   */
  String reclaim() {
    return """
        WITH gone AS MATERIALIZED (
          SELECT id,
                 CASE
                   WHEN cancel_requested THEN 'cancelled'
                   WHEN attempts >= coalesce(max_attempts, $3) THEN 'dead'
                   ELSE 'available'
                 END AS becomes
          FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND lease_until < clock_timestamp()
          ORDER BY lease_until LIMIT $2
          FOR UPDATE SKIP LOCKED
        ), changed AS (
          UPDATE %1$s AS job
          SET state = gone.becomes, token = nextval('%2$s'), claimed_by = NULL,
              lease_until = NULL, cancel_requested = false,
              run_at = CASE WHEN gone.becomes <> 'available' OR job.attempts = 1 THEN job.run_at
                ELSE clock_timestamp() + random() * $4::bigint * interval '1 millisecond' END,
              last_error = CASE WHEN gone.becomes <> 'dead' THEN job.last_error
                WHEN job.last_error IS NULL
                  THEN format('its worker was gone %%s times', job.attempts)
                ELSE format('its worker was gone at attempt %%s; before that: %%s', job.attempts,
                            job.last_error) END,
              failed_at = CASE gone.becomes WHEN 'dead' THEN clock_timestamp()
                ELSE job.failed_at END,
              finished_at = CASE WHEN gone.becomes <> 'available' THEN clock_timestamp() END
          FROM gone WHERE job.id = gone.id
          RETURNING job.state
        )
        SELECT state, count(*) AS jobs FROM changed GROUP BY state
        """
        .formatted(table, claims);
  }
}
