WITH due AS (
  SELECT id, priority, run_at, coalesce(octet_length(payload), 0) AS bytes
  FROM "sluice_jobs"
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
  SELECT id, nextval('"sluice_jobs_claims"') AS token FROM fitting
)
UPDATE "sluice_jobs" AS job
SET state = 'claimed', token = numbered.token, attempts = job.attempts + 1,
    claimed_by = $4,
    lease_until = clock_timestamp() + $5::bigint * interval '1 millisecond'
FROM numbered WHERE job.id = numbered.id
RETURNING job.id, job.token, job.key, job.payload, job.headers, job.attempts,
          job.resume_state, job.created_at
