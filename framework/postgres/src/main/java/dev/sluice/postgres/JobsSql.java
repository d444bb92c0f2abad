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
              finished_at = CASE mine.act WHEN 'done' THEN clock_timestamp() END,
              owner_mark = CASE mine.act WHEN 'keep' THEN job.owner_mark END
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
   * <p>Parameters: ids, tokens, lease in milliseconds, the claimant's mark or null to leave what is
   * there.
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
          SET lease_until = clock_timestamp() + $3::bigint * interval '1 millisecond',
              owner_mark = coalesce($4, job.owner_mark)
          FROM mine WHERE job.id = mine.id AND mine.state = 'claimed'
        )
        SELECT token FROM mine
        """
        .formatted(table);
  }

  /**
   * Makes jobs available whose lease has run out, whoever claimed them. The new token shuts their
   * claimant out. The attempt stays counted, and the claimant's mark stays for who comes next.
   *
   * <p>Parameters: queue, most jobs.
   */
  String reclaim() {
    return """
        UPDATE %1$s
        SET state = 'available', token = nextval('%2$s'), claimed_by = NULL, lease_until = NULL
        WHERE id = ANY (ARRAY(
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND lease_until < clock_timestamp()
          ORDER BY lease_until LIMIT $2
          FOR UPDATE SKIP LOCKED))
        """
        .formatted(table, claims);
  }

  /**
   * Hands back claims that nobody works on, with their attempt.
   *
   * <p>Parameters: queue, how the claimant's name begins, ids to leave alone, whether only those
   * whose lease has run out.
   */
  String release() {
    return """
        UPDATE %1$s
        SET state = 'available', attempts = attempts - 1, claimed_by = NULL, lease_until = NULL,
            owner_mark = NULL
        WHERE id = ANY (ARRAY(
          SELECT id FROM %1$s
          WHERE queue = $1 AND state = 'claimed' AND starts_with(claimed_by, $2)
            AND NOT id = ANY($3::bigint[]) AND (NOT $4 OR lease_until < clock_timestamp())
          ORDER BY id
          FOR UPDATE))
        """
        .formatted(table);
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
