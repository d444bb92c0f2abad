UPDATE "sluice_jobs"
SET state = 'available', token = nextval('"sluice_jobs_claims"'), claimed_by = NULL, lease_until = NULL
WHERE id IN (
  SELECT id FROM "sluice_jobs"
  WHERE queue = $1 AND state = 'claimed' AND lease_until < clock_timestamp()
  ORDER BY lease_until LIMIT $2
  FOR UPDATE SKIP LOCKED)
