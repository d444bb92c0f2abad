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

-- step: those that wait for their next attempt, which are few among all that wait for their time
CREATE INDEX IF NOT EXISTS ${index:again} ON ${table} (queue, kind)
  WHERE state = 'available' AND attempts > 0;

-- step: enqueueing for other languages; in the schema of the table, whatever the caller's search path
DO $make$
DECLARE
  home text := (SELECT quote_ident(nspname)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = '${table}'::regclass);
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.${enqueue}(
      kind text, payload bytea, queue text DEFAULT 'default', key text DEFAULT NULL,
      headers jsonb DEFAULT NULL, priority integer DEFAULT 0, run_at timestamptz DEFAULT NULL,
      unique_key text DEFAULT NULL, max_attempts integer DEFAULT NULL, notify boolean DEFAULT true)
    RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
    #variable_conflict use_column
    DECLARE
      into_queue text := coalesce($3, 'default');
      due timestamptz := coalesce($7, now());
      job bigint;
    BEGIN
      LOOP
        INSERT INTO %1$s.${name}
          (kind, payload, queue, key, headers, priority, run_at, unique_key, max_attempts)
        VALUES ($1, $2, into_queue, $4, $5, coalesce($6, 0), due, $8, $9)
        ON CONFLICT (queue, unique_key)
          WHERE unique_key IS NOT NULL AND state IN ('available', 'claimed') DO NOTHING
        RETURNING id INTO job;
        EXIT WHEN job IS NOT NULL;
        SELECT id INTO job FROM %1$s.${name}
        WHERE queue = into_queue AND unique_key = $8 AND state IN ('available', 'claimed');
        IF job IS NOT NULL THEN
          RETURN job;
        END IF;
        -- It has ended between the two.
      END LOOP;
      IF $10 AND due <= now() THEN
        PERFORM pg_notify('${channel}', left(into_queue || '/' || $1, 1000));
      END IF;
      RETURN job;
    END
    $body$;

    CREATE OR REPLACE FUNCTION %1$s.${enqueue}(
      kind text, payload text DEFAULT NULL, queue text DEFAULT 'default', key text DEFAULT NULL,
      headers jsonb DEFAULT NULL, priority integer DEFAULT 0, run_at timestamptz DEFAULT NULL,
      unique_key text DEFAULT NULL, max_attempts integer DEFAULT NULL, notify boolean DEFAULT true)
    RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $body$
      SELECT %1$s.${enqueue}($1, convert_to($2, 'UTF8'), $3, $4, $5, $6, $7, $8, $9, $10)
    $body$;

    CREATE OR REPLACE FUNCTION %1$s.${enqueue}(
      kind text, payload jsonb, queue text DEFAULT 'default', key text DEFAULT NULL,
      headers jsonb DEFAULT NULL, priority integer DEFAULT 0, run_at timestamptz DEFAULT NULL,
      unique_key text DEFAULT NULL, max_attempts integer DEFAULT NULL, notify boolean DEFAULT true)
    RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $body$
      SELECT %1$s.${enqueue}($1, convert_to($2::text, 'UTF8'), $3, $4, $5, $6, $7, $8, $9, $10)
    $body$;
  $function$, home);
END
$make$;

-- step
COMMENT ON TABLE ${table} IS 'Jobs of Sluice. sluice-schema=2 usable-from=1';
