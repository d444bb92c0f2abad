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
                  job.resume_state, job.created_at
        """
        .formatted(table, claims);
  }

  /**
   * Ends or changes claims, each only if its token is still the last one. What was done by an
   * earlier call whose answer got lost counts again and changes nothing. Answers with the tokens
   * that held.
   *
   * <p>Parameters: ids, tokens, acts ({@code done}, {@code back} or {@code keep}), resume states or
   * null for those that stay as they are.
   */
  String settle() {
    return """
        WITH asked AS (
          SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])
            AS a(id, token, act, resume_state)
        ), mine AS (
          SELECT job.id, job.token, job.state, asked.act, asked.resume_state
          FROM %1$s AS job JOIN asked ON job.id = asked.id AND job.token = asked.token
          WHERE job.state = 'claimed'
             OR job.state = 'done' AND asked.act = 'done'
             OR job.state = 'available' AND asked.act = 'back'
          ORDER BY job.id
          FOR UPDATE OF job
        ), changed AS (
          UPDATE %1$s AS job
          SET state = CASE mine.act
                WHEN 'done' THEN 'done' WHEN 'back' THEN 'available' ELSE job.state END,
              attempts = job.attempts - (mine.act = 'back')::integer,
              claimed_by = CASE mine.act WHEN 'keep' THEN job.claimed_by END,
              lease_until = CASE mine.act WHEN 'keep' THEN job.lease_until END,
              resume_state = CASE WHEN mine.act = 'done' THEN NULL
                ELSE coalesce(mine.resume_state, job.resume_state) END,
              finished_at = CASE mine.act WHEN 'done' THEN clock_timestamp() END
          FROM mine WHERE job.id = mine.id AND mine.state = 'claimed'
        )
        SELECT token FROM mine
        """
        .formatted(table);
  }

  /**
   * Renews leases. Answers with the tokens that nobody has taken, also of jobs that ended
   * meanwhile.
   *
   * <p>Parameters: ids, tokens, lease in milliseconds.
   */
  String renew() {
    return """
        WITH mine AS (
          SELECT job.id, job.token, job.state
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
        SELECT token FROM mine
        """
        .formatted(table);
  }

  /**
   * Makes jobs available whose lease has run out, whoever claimed them. The new token shuts their
   * claimant out. The attempt stays counted.
   *
   * <p>Parameters: queue, most jobs.
   */
  String reclaim() {
    return """
        UPDATE %1$s
        SET state = 'available', token = nextval('%2$s'), claimed_by = NULL, lease_until = NULL
        WHERE id IN (
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND lease_until < clock_timestamp()
          ORDER BY lease_until LIMIT $2
          FOR UPDATE SKIP LOCKED)
        """
        .formatted(table, claims);
  }

  /**
   * Hands back claims that nobody works on, with their attempt.
   *
   * <p>Parameters: queue, how the claimant's name begins, ids to leave alone.
   */
  String release() {
    return """
        UPDATE %1$s
        SET state = 'available', attempts = attempts - 1, claimed_by = NULL, lease_until = NULL
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
   * Whether anything is due or claimed by anybody.
   *
   * <p>Parameter: queue.
   */
  String busy() {
    return """
        SELECT EXISTS (
          SELECT FROM %1$s WHERE queue = $1 AND state = 'claimed'
        ) OR EXISTS (
          SELECT FROM %1$s WHERE queue = $1 AND state = 'available' AND run_at <= now()
        ) AS busy
        """
        .formatted(table);
  }
}
