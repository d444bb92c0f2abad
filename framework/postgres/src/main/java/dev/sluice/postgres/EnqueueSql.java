package dev.sluice.postgres;

/** The statements of those who put jobs into a table. */
final class EnqueueSql {
  private final String table;

  EnqueueSql(TableName name) {
    this.table = name.sql();
  }

  /**
   * Inserts jobs in the order given, except those whose unique key a live job has, and tells those
   * who wait about what is due. Answers with the ids of new jobs; those ascend in the order given.
   *
   * <p>Parameters: kinds, queues, keys, payloads, headers, priorities, times, delays in
   * milliseconds, unique keys, most attempts, channel or null.
   */
  String insert() {
    return """
        WITH given AS (
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[],
              $6::integer[], $7::timestamptz[], $8::bigint[], $9::text[], $10::integer[])
            WITH ORDINALITY AS g(kind, queue, key, payload, headers, priority, run_at, delay,
              unique_key, max_attempts, number)
        ), fresh AS (
          INSERT INTO %1$s
            (kind, queue, key, payload, headers, priority, run_at, unique_key, max_attempts)
          SELECT kind, queue, key, payload, headers::jsonb, priority,
            coalesce(run_at, now() + delay * interval '1 millisecond'), unique_key, max_attempts
          FROM given ORDER BY number
          ON CONFLICT (queue, unique_key)
            WHERE unique_key IS NOT NULL AND state IN ('available', 'claimed') DO NOTHING
          RETURNING id, kind, queue, unique_key, run_at
        ), told AS MATERIALIZED (
          SELECT pg_notify($11, queue || '/' || kind) FROM fresh
          WHERE $11::text IS NOT NULL AND run_at <= now() GROUP BY queue, kind
        )
        SELECT id, queue, unique_key, (SELECT count(*) FROM told) AS told
        FROM fresh ORDER BY id
        """
        .formatted(table);
  }

  /**
   * Finds the live jobs that have unique keys.
   *
   * <p>Parameters: queues, unique keys.
   */
  String holders() {
    return """
        SELECT job.id, job.queue, job.unique_key
        FROM %1$s AS job
        JOIN unnest($1::text[], $2::text[]) AS wanted(queue, unique_key)
          ON job.queue = wanted.queue AND job.unique_key = wanted.unique_key
        WHERE job.unique_key IS NOT NULL AND job.state IN ('available', 'claimed')
        """
        .formatted(table);
  }

  /**
   * Cancels what waits and asks for it where somebody has it. Answers with the ids that are there
   * and the state of each before.
   *
   * <p>Parameter: ids.
   */
  String cancel() {
    return """
        WITH wanted AS (
          SELECT id, state FROM %1$s WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE
        ), changed AS (
          UPDATE %1$s AS job
          SET state = CASE job.state WHEN 'available' THEN 'cancelled' ELSE job.state END,
              cancel_requested = job.state = 'claimed',
              finished_at = CASE job.state WHEN 'available' THEN clock_timestamp() END,
              owner_mark = CASE job.state WHEN 'claimed' THEN job.owner_mark END
          FROM wanted
          WHERE job.id = wanted.id AND wanted.state IN ('available', 'claimed')
        )
        SELECT id, state FROM wanted ORDER BY id
        """
        .formatted(table);
  }
}
