UPDATE "sluice_jobs"
SET state = 'available', attempts = attempts - 1, claimed_by = NULL, lease_until = NULL
WHERE id IN (
  SELECT id FROM "sluice_jobs"
  WHERE queue = $1 AND state = 'claimed' AND starts_with(claimed_by, $2)
    AND NOT id = ANY($3::bigint[])
  ORDER BY id
  FOR UPDATE)
