INSERT INTO sluice_jobs (queue, key, payload, priority, run_at) VALUES ($1, $2, $3, $4, $5)
