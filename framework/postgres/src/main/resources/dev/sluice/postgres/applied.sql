-- Records that Sluice has applied, of sources without positions. ${table} and ${index} stand for
-- the names that follow from the table's.
CREATE TABLE IF NOT EXISTS ${table} (
  -- The pipeline.
  scope      text NOT NULL,
  id         text NOT NULL,
  -- Raised by each owner of a record that is worked on in steps.
  epoch      bigint NOT NULL DEFAULT 0,
  applied    boolean NOT NULL,
  step       bigint NOT NULL DEFAULT 0,
  -- What the last step left.
  state      bytea,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, id)
);

CREATE INDEX IF NOT EXISTS ${index:touched} ON ${table} (scope, touched_at);
