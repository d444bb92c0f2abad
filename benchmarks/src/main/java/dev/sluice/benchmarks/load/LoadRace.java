package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.contest.Race;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * One comparison.
 *
 * @param id names it on the command line and in the results
 * @param title what is compared, in a few words
 * @param transactional whether the position is written in one transaction with the rows
 * @param records of the topic; every partition has whole chunks
 * @param chunk how many are inserted at once
 * @param rounds how often everybody runs, after the laps that warm up
 * @param target what Sluice is to reach of the yardstick
 */
record LoadRace(
    String id,
    String title,
    boolean transactional,
    int records,
    int chunk,
    int rounds,
    double target)
    implements Race<LoadEntrant> {

  static final List<LoadRace> ALL =
      List.of(
          new LoadRace(
              "load-at-least-once",
              "Kafka to Postgres, at least once",
              false,
              201_000,
              500,
              9,
              0.85),
          new LoadRace(
              "load-transactional",
              "Kafka to Postgres, position in the transaction of the rows",
              true,
              201_000,
              500,
              9,
              0.85));

  @Override
  public String unit() {
    return "records";
  }

  @Override
  public int warmUps() {
    return Math.min(rounds, 3);
  }

  @Override
  public List<LoadEntrant> entrants() {
    return List.of(LoadEntrant.values());
  }

  @Override
  public Optional<LoadEntrant> yardstick() {
    return Optional.of(LoadEntrant.LOOP);
  }

  @Override
  public String settings() {
    return "kafka-clients " + AppInfoParser.getVersion() + ", inserts of " + chunk;
  }

  /** The same with fewer records and rounds. */
  LoadRace shorter(Length length) {
    return new LoadRace(
        id, title, transactional, length.records(records), chunk, length.rounds(rounds), target);
  }
}
