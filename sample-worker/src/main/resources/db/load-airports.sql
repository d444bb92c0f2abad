-- Loads some rows of a file. Only for a transaction that also writes how far the file is read: run twice,
-- it counts twice.
WITH incoming AS (
  SELECT DISTINCT ON (iata) iata, name, city, state, country, latitude, longitude,
    count(*) OVER (PARTITION BY iata) AS loads
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
      $7::double precision[])
    WITH ORDINALITY AS r (iata, name, city, state, country, latitude, longitude, ordinal)
  -- Of two rows of one airport the later one holds.
  ORDER BY iata, ordinal DESC
),
loaded AS (
  INSERT INTO airports AS a (iata, name, city, state, country, latitude, longitude, loads)
  SELECT iata, name, city, state, country, latitude, longitude, loads FROM incoming ORDER BY iata
  ON CONFLICT (iata) DO UPDATE
  SET name = excluded.name, city = excluded.city, state = excluded.state, country = excluded.country,
      latitude = excluded.latitude, longitude = excluded.longitude, loads = a.loads + excluded.loads
)
INSERT INTO airport_import AS i (file, rows)
VALUES ($8, cardinality($1::text[]))
ON CONFLICT (file) DO UPDATE SET rows = i.rows + excluded.rows
