-- Large resume states of Sluice. ${table} stands for the table's name.
CREATE TABLE IF NOT EXISTS ${table} (
  pipeline  text NOT NULL,
  lane      text NOT NULL,
  -- What the committed position refers to.
  id        text NOT NULL,
  -- Tells what was stored before what; a server's clock may go back.
  number    bigint GENERATED ALWAYS AS IDENTITY,
  state     bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pipeline, lane, id)
);
