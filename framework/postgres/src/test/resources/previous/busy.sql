SELECT EXISTS (
  SELECT FROM "sluice_jobs" WHERE queue = $1 AND state = 'claimed'
) OR EXISTS (
  SELECT FROM "sluice_jobs" WHERE queue = $1 AND state = 'available' AND run_at <= now()
) AS busy
