-- Dead letters of Sluice. ${table} and ${index} stand for the names that follow from the table's.
CREATE TABLE IF NOT EXISTS ${table} (
  -- Where the record stood.
  id               text NOT NULL,
  pipeline         text NOT NULL,
  lane             text NOT NULL,
  generation       bigint NOT NULL,
  position         bigint NOT NULL,
  record_timestamp timestamptz NOT NULL,
  key              bytea,
  value            bytea,
  -- One after the other, names may repeat.
  header_names     text[] NOT NULL,
  header_values    bytea[] NOT NULL,
  error_class      text NOT NULL,
  error_message    text NOT NULL,
  attempts         integer NOT NULL,
  died_at          timestamptz NOT NULL,
  written_at       timestamptz NOT NULL DEFAULT now(),
  -- Written twice, it is there once; a place that another pipeline reads, or that was made anew,
  -- holds another record.
  PRIMARY KEY (pipeline, id, record_timestamp)
);

CREATE INDEX IF NOT EXISTS ${index:died} ON ${table} (pipeline, died_at);
