-- Written by load-flights-transactional only. Nothing here could tell that a flight comes again: the
-- journal has no key, and the sums only grow.
CREATE TABLE flight_journal (
  id bigint NOT NULL,
  departure timestamp NOT NULL,
  delay integer NOT NULL,
  distance integer NOT NULL,
  origin text NOT NULL,
  destination text NOT NULL
);

CREATE TABLE route_sum (
  origin text NOT NULL,
  destination text NOT NULL,
  flights bigint NOT NULL,
  delay_minutes bigint NOT NULL,
  miles bigint NOT NULL,
  PRIMARY KEY (origin, destination)
);
