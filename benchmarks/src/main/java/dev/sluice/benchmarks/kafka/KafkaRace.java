package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.contest.Race;
import dev.sluice.benchmarks.kafka.KafkaLap.Work;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * One comparison.
 *
 * @param id names it on the command line and in the results
 * @param title what is compared, in a few words
 * @param records of the topic
 * @param work what is done with a record
 * @param waitMillis how long a record waits, where it does
 * @param pollRecords the most records of a poll
 * @param rounds how often everybody runs, after the laps that warm up
 * @param slowRounds how often those run that take many times as long as the others
 * @param target what Sluice is to reach of the yardstick
 */
record KafkaRace(
    String id,
    String title,
    int records,
    Work work,
    int waitMillis,
    int pollRecords,
    int rounds,
    int slowRounds,
    double target)
    implements Race<KafkaEntrant> {

  static final int IN_FLIGHT = 1000;
  private static final int POLL = 500;

  /**
   * All of them. Where there are chunks of 500 every partition has whole ones: the end of a topic
   * would have to wait for the linger, which a stream does not.
   */
  static final List<KafkaRace> ALL =
      List.of(
          new KafkaRace("look-1m", "no work", 1_002_000, Work.LOOK, 0, POLL, 9, 0, 0.95),
          new KafkaRace("look-5m", "no work", 5_001_000, Work.LOOK, 0, POLL, 9, 0, 0.95),
          new KafkaRace(
              "compute", "JSON and 2 µs of work", 201_000, Work.COMPUTE, 0, POLL, 9, 0, 1.0),
          new KafkaRace("wait-1ms", "waiting 1 ms", 150_000, Work.WAIT, 1, IN_FLIGHT, 9, 2, 0.7),
          new KafkaRace("wait-10ms", "waiting 10 ms", 50_000, Work.WAIT, 10, IN_FLIGHT, 9, 2, 0.9),
          new KafkaRace(
              "wait-100ms", "waiting 100 ms", 10_000, Work.WAIT, 100, IN_FLIGHT, 9, 2, 0.9));

  @Override
  public String unit() {
    return "records";
  }

  /** Who is everybody's measure; without one it is what is in flight by how long it waits. */
  @Override
  public Optional<KafkaEntrant> yardstick() {
    if (work != Work.WAIT) {
      return Optional.of(KafkaEntrant.PLAIN);
    }
    return waitMillis == 1 ? Optional.of(KafkaEntrant.TIMERS) : Optional.empty();
  }

  /** Records a second if nothing but the wait took time. */
  @Override
  public double theory() {
    return IN_FLIGHT * 1000.0 / waitMillis;
  }

  @Override
  public List<KafkaEntrant> entrants() {
    return List.of(
        KafkaEntrant.SLUICE,
        work == Work.WAIT ? KafkaEntrant.TIMERS : KafkaEntrant.PLAIN,
        KafkaEntrant.VERTX,
        KafkaEntrant.SPRING,
        KafkaEntrant.PARALLEL);
  }

  @Override
  public int warmUps() {
    return Math.min(rounds, records == 1_002_000 ? 7 : 3);
  }

  @Override
  public int rounds(KafkaEntrant entrant) {
    return entrant == KafkaEntrant.PARALLEL ? slowRounds : rounds;
  }

  @Override
  public String settings() {
    return "kafka-clients " + AppInfoParser.getVersion() + ", polls of " + pollRecords;
  }

  /** The same with fewer records and rounds. */
  KafkaRace shorter(Length length) {
    return new KafkaRace(
        id,
        title,
        length.records(records),
        work,
        waitMillis,
        pollRecords,
        length.rounds(rounds),
        length.rounds(slowRounds),
        target);
  }

  KafkaLap order(String bootstrapServers, String group, long spin) {
    return new KafkaLap(
        bootstrapServers, id, group, records, work, spin, waitMillis, IN_FLIGHT, pollRecords);
  }
}
