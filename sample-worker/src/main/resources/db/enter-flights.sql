-- Enters one chunk and adds it up. Only for a transaction that also writes how far it got: run twice, it
-- counts twice.
WITH incoming AS (
  SELECT *
  FROM unnest($1::bigint[], $2::timestamp[], $3::integer[], $4::integer[], $5::text[], $6::text[])
    AS r (id, departure, delay, distance, origin, destination)
),
entered AS (
  INSERT INTO flight_journal (id, departure, delay, distance, origin, destination)
  SELECT id, departure, delay, distance, origin, destination FROM incoming
)
INSERT INTO route_sum AS r (origin, destination, flights, delay_minutes, miles)
SELECT origin, destination, count(*), sum(delay), sum(distance)
FROM incoming
GROUP BY origin, destination
-- Always in the same order: lanes that meet on a route wait for each other and never in a circle.
ORDER BY origin, destination
ON CONFLICT (origin, destination) DO UPDATE
SET flights = r.flights + excluded.flights,
    delay_minutes = r.delay_minutes + excluded.delay_minutes,
    miles = r.miles + excluded.miles
