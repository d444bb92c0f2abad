WITH mine AS (
  SELECT job.id, job.token, job.state
  FROM "sluice_jobs" AS job
  JOIN unnest($1::bigint[], $2::bigint[]) AS asked(id, token)
    ON job.id = asked.id AND job.token = asked.token
  ORDER BY job.id
  FOR UPDATE OF job
), renewed AS (
  UPDATE "sluice_jobs" AS job
  SET lease_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
  FROM mine WHERE job.id = mine.id AND mine.state = 'claimed'
)
SELECT token FROM mine
