DELETE FROM "sluice_jobs"
WHERE id IN (
  SELECT id FROM "sluice_jobs"
  WHERE queue = $1 AND state = 'done'
    AND finished_at < now() - $2::bigint * interval '1 millisecond'
  ORDER BY finished_at LIMIT $3
  FOR UPDATE SKIP LOCKED)
