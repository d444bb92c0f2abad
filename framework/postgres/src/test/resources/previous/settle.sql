WITH asked AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])
    AS a(id, token, act, resume_state)
), mine AS (
  SELECT job.id, job.token, job.state, asked.act, asked.resume_state
  FROM "sluice_jobs" AS job JOIN asked ON job.id = asked.id AND job.token = asked.token
  WHERE job.state = 'claimed'
     OR job.state = 'done' AND asked.act = 'done'
     OR job.state = 'available' AND asked.act = 'back'
  ORDER BY job.id
  FOR UPDATE OF job
), changed AS (
  UPDATE "sluice_jobs" AS job
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
