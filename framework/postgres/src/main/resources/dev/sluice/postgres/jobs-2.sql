-- Version 2: kinds, unique keys, dead and cancelled jobs. Everything is added, so that workers of
-- the previous release go on working. Each step is a transaction; what is there is not made again.
-- No constant default rewrites the table.
ALTER TABLE ${table}
  -- Which handler works on it.
  ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'default',
  -- Of the live jobs of a queue only one has it.
  ADD COLUMN IF NOT EXISTS unique_key text,
  -- NULL: what the pipeline says.
  ADD COLUMN IF NOT EXISTS max_attempts integer,
  -- Asked while somebody has it.
  ADD COLUMN IF NOT EXISTS cancel_requested boolean NOT NULL DEFAULT false,
  -- Of the last try that failed.
  ADD COLUMN IF NOT EXISTS last_error text,
  ADD COLUMN IF NOT EXISTS failed_at timestamptz,
  -- What the claimant left; stays when a lease runs out.
  ADD COLUMN IF NOT EXISTS owner_mark text,
  DROP CONSTRAINT IF EXISTS ${constraint:state_check},
  ADD CONSTRAINT ${constraint:state_check}
    CHECK (state IN ('available', 'claimed', 'done', 'dead', 'cancelled')) NOT VALID,
  DROP CONSTRAINT IF EXISTS ${constraint:max_check},
  ADD CONSTRAINT ${constraint:max_check} CHECK (max_attempts > 0) NOT VALID;

-- step: reads all rows, in nobody's way
ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint:state_check},
  VALIDATE CONSTRAINT ${constraint:max_check};

-- step
CREATE INDEX IF NOT EXISTS ${index:kinds} ON ${table} (queue, kind, priority, run_at, id)
  WHERE state = 'available';

-- step
CREATE UNIQUE INDEX IF NOT EXISTS ${index:unique} ON ${table} (queue, unique_key)
  WHERE unique_key IS NOT NULL AND state IN ('available', 'claimed');

-- step
CREATE INDEX IF NOT EXISTS ${index:keys} ON ${table} (queue, key, id)
  WHERE key IS NOT NULL AND state IN ('available', 'claimed');

-- step
CREATE INDEX IF NOT EXISTS ${index:ended} ON ${table} (queue, state, finished_at)
  WHERE state IN ('dead', 'cancelled');

-- step
COMMENT ON TABLE ${table} IS 'Jobs of Sluice. sluice-schema=2 usable-from=1';
