-- Positions of Sluice's lanes, written in one transaction with the handler's rows. ${table} stands
-- for the table's name.
CREATE TABLE IF NOT EXISTS ${table} (
  -- The pipeline.
  scope      text NOT NULL,
  lane       text NOT NULL,
  -- Raised by each owner; a transaction of an earlier one commits nothing.
  epoch      bigint NOT NULL,
  -- The first that is not applied.
  position   bigint NOT NULL,
  -- Steps inside the record at that position.
  step       bigint NOT NULL DEFAULT 0,
  -- What the last of them left.
  state      bytea,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, lane)
)
-- A row is written anew with each chunk, and stays on its page.
WITH (fillfactor = 10);
