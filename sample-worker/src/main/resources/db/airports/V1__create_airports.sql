CREATE TABLE airports (
  iata text PRIMARY KEY,
  name text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  country text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  -- How many rows of files have brought this airport; a row that were loaded twice would count twice.
  loads bigint NOT NULL
);

-- How many rows each file has brought in all.
CREATE TABLE airport_import (
  file text PRIMARY KEY,
  rows bigint NOT NULL
);

-- One row for each row of each try, written only with --log-invocations, before the try loads it.
CREATE TABLE airport_attempt (
  file text NOT NULL,
  row bigint NOT NULL,
  run text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
