-- One row for each record of each call of the handler, written only with --log-invocations.
CREATE TABLE invocation (
  id bigint NOT NULL,
  run text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
