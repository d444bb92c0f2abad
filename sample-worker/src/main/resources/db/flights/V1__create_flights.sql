CREATE TABLE flight (
  id bigint PRIMARY KEY,
  departure timestamp NOT NULL,
  delay integer NOT NULL,
  distance integer NOT NULL,
  origin text NOT NULL,
  destination text NOT NULL
);

CREATE TABLE route_day (
  day date NOT NULL,
  origin text NOT NULL,
  destination text NOT NULL,
  flights bigint NOT NULL,
  delay_minutes bigint NOT NULL,
  miles bigint NOT NULL,
  PRIMARY KEY (day, origin, destination)
);
