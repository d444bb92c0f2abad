package dev.sluice.postgres;

/** What becomes of claims, in one statement. All times are the server's. */
final class SettleSql {
  private final String table;

  SettleSql(TableName name) {
    this.table = name.sql();
  }

  /**
   * Ends or changes claims, each only if its token is still the last one. What was done by an
   * earlier call whose answer got lost counts again and changes nothing. Answers with the tokens
   * that held.
   *
   * <p>A job that somebody wants to be cancelled never becomes available again; if it has ended
   * otherwise, that came first. Rows are locked in the order of their ids, so that no two
   * statements wait for each other in a circle.
   *
   * <p>Parameters: ids, tokens, acts as in {@link Act.Kind}, resume states or null for those that
   * stay as they are, milliseconds until jobs come again, errors or null.
   */
  String settle() {
    return """
        WITH asked AS (
          SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $5::bigint[],
                               $6::text[])
            AS a(id, token, act, resume_state, again_in, error)
        ), mine AS (
          SELECT job.id, job.token, job.state, asked.act, asked.resume_state, asked.again_in,
                 asked.error,
                 CASE
                   WHEN asked.act IN ('done', 'dead') THEN asked.act
                   WHEN asked.act = 'keep' THEN 'claimed'
                   WHEN job.cancel_requested THEN 'cancelled'
                   ELSE 'available'
                 END AS becomes
          FROM %1$s AS job JOIN asked ON job.id = asked.id AND job.token = asked.token
          WHERE job.state = 'claimed'
             OR job.state IN ('done', 'dead') AND job.state = asked.act
             OR job.state IN ('available', 'cancelled') AND asked.act IN ('back', 'again')
          ORDER BY job.id
          FOR NO KEY UPDATE OF job
        ), changed AS (
          UPDATE %1$s AS job
          SET state = mine.becomes,
              attempts = job.attempts - (mine.act = 'back')::integer,
              run_at = CASE mine.act
                WHEN 'again' THEN clock_timestamp() + mine.again_in * interval '1 millisecond'
                ELSE job.run_at END,
              claimed_by = CASE mine.act WHEN 'keep' THEN job.claimed_by END,
              lease_until = CASE mine.act WHEN 'keep' THEN job.lease_until END,
              owner_mark = CASE mine.act WHEN 'keep' THEN job.owner_mark END,
              cancel_requested = job.cancel_requested AND mine.act = 'keep',
              resume_state = CASE WHEN mine.act = 'done' THEN NULL
                ELSE coalesce(mine.resume_state, job.resume_state) END,
              last_error = coalesce(mine.error, job.last_error),
              failed_at = CASE WHEN mine.error IS NULL THEN job.failed_at
                ELSE clock_timestamp() END,
              finished_at = CASE WHEN mine.becomes IN ('done', 'dead', 'cancelled')
                THEN clock_timestamp() END
          FROM mine WHERE job.id = mine.id AND mine.state = 'claimed'
        )
        SELECT token FROM mine
        """
        .formatted(table);
  }
}
