-- Loads one chunk. A flight that is new counts into its route's day; one that is known and changed is
-- replaced, and the difference counts; one that is known and the same changes nothing. So a chunk that
-- comes again leaves no trace.
WITH incoming AS (
  SELECT DISTINCT ON (id) id, departure, delay, distance, origin, destination
  FROM unnest($1::bigint[], $2::timestamp[], $3::integer[], $4::integer[], $5::text[], $6::text[])
    WITH ORDINALITY AS r (id, departure, delay, distance, origin, destination, ordinal)
  ORDER BY id, ordinal DESC
),
fresh AS (
  INSERT INTO flight (id, departure, delay, distance, origin, destination)
  SELECT id, departure, delay, distance, origin, destination FROM incoming ORDER BY id
  ON CONFLICT (id) DO NOTHING
  RETURNING id, departure, delay, distance, origin, destination
),
known AS (
  SELECT f.* FROM flight f JOIN incoming USING (id) ORDER BY f.id FOR UPDATE OF f
),
changed AS (
  UPDATE flight f
  SET departure = i.departure, delay = i.delay, distance = i.distance, origin = i.origin,
      destination = i.destination
  FROM incoming i JOIN known k USING (id)
  WHERE f.id = i.id
    AND (k.departure, k.delay, k.distance, k.origin, k.destination)
        IS DISTINCT FROM (i.departure, i.delay, i.distance, i.origin, i.destination)
  RETURNING f.id
),
difference AS (
  SELECT departure::date AS day, origin, destination, 1 AS flights, delay, distance FROM fresh
  UNION ALL
  SELECT i.departure::date, i.origin, i.destination, 1, i.delay, i.distance
  FROM incoming i JOIN changed USING (id)
  UNION ALL
  SELECT k.departure::date, k.origin, k.destination, -1, -k.delay, -k.distance
  FROM known k JOIN changed USING (id)
)
INSERT INTO route_day AS r (day, origin, destination, flights, delay_minutes, miles)
SELECT day, origin, destination, sum(flights), sum(delay), sum(distance)
FROM difference
GROUP BY day, origin, destination
ORDER BY day, origin, destination
ON CONFLICT (day, origin, destination) DO UPDATE
SET flights = r.flights + excluded.flights,
    delay_minutes = r.delay_minutes + excluded.delay_minutes,
    miles = r.miles + excluded.miles
