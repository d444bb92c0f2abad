package dev.sluice.postgres;

/**
 * The statements of one jobs table. Rows are locked in the order of their ids, so that no two of
 * them wait for each other in a circle. All times are the server's.
 */
final class JobsSql {
  private final String table;

  JobsSql(TableName name) {
    this.table = name.sql();
  }

  /**
   * Renews leases. Answers with the tokens that nobody has taken, also of jobs that ended
   * meanwhile, and which of them somebody wants to be cancelled. Rows that another transaction has
   * locked are passed over: one of them would keep all the others from being renewed. They are
   * answered with as not {@code kept}; nobody can take them while they are locked.
   *
   * <p>Parameters: ids, tokens, lease in milliseconds, the claimant's mark or null to leave what is
   * there.
   */
  String renew() {
    return """
        WITH ours AS MATERIALIZED (
          SELECT job.id, job.token, job.state, job.cancel_requested
          FROM %1$s AS job
          JOIN unnest($1::bigint[], $2::bigint[]) AS asked(id, token)
            ON job.id = asked.id AND job.token = asked.token
        ), free AS MATERIALIZED (
          SELECT job.id
          FROM %1$s AS job
          JOIN unnest($1::bigint[], $2::bigint[]) AS asked(id, token)
            ON job.id = asked.id AND job.token = asked.token
          WHERE job.state = 'claimed'
          ORDER BY job.id
          FOR NO KEY UPDATE OF job SKIP LOCKED
        ), renewed AS (
          UPDATE %1$s AS job
          SET lease_until = clock_timestamp() + $3::bigint * interval '1 millisecond',
              owner_mark = coalesce($4, job.owner_mark)
          FROM free WHERE job.id = free.id
          RETURNING job.id
        )
        SELECT ours.token, ours.state = 'claimed' AND ours.cancel_requested AS unwanted,
               ours.state <> 'claimed' OR renewed.id IS NOT NULL AS kept
        FROM ours LEFT JOIN renewed ON renewed.id = ours.id
        """
        .formatted(table);
  }

  /**
   * Hands back claims that nobody works on, with their attempt. Those that somebody wants to be
   * cancelled are.
   *
   * <p>Parameters: queue, how the claimant's name begins, ids to leave alone, whether only those
   * whose lease has run out.
   *
   * @param wait for rows that another transaction has locked, or pass over them
   */
  String release(boolean wait) {
    return """
        UPDATE %1$s
        SET state = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'available' END,
            finished_at = CASE WHEN cancel_requested THEN clock_timestamp() END,
            cancel_requested = false, attempts = attempts - 1, claimed_by = NULL,
            lease_until = NULL, owner_mark = NULL
        WHERE id = ANY (ARRAY(
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND starts_with(claimed_by, $2)
            AND NOT id = ANY($3::bigint[]) AND (NOT $4 OR lease_until < clock_timestamp())
          ORDER BY id
          FOR NO KEY UPDATE%2$s))
        """
        .formatted(table, wait ? "" : " SKIP LOCKED");
  }

  /**
   * Removes jobs that ended in one way.
   *
   * <p>Parameters: queue, age in milliseconds.
   *
   * @param state {@code done}, {@code cancelled} or {@code dead}: written into the statement, so
   *     that the server knows which index holds them
   * @param most jobs
   */
  String prune(String state, int most) {
    return """
        DELETE FROM %1$s
        WHERE id = ANY (ARRAY(
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = '%2$s'
            AND finished_at < now() - $2::bigint * interval '1 millisecond'
          ORDER BY finished_at LIMIT %3$d
          FOR UPDATE SKIP LOCKED))
        """
        .formatted(table, state, most);
  }
}
