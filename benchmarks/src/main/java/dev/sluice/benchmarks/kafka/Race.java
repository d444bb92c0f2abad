package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.kafka.LapOrder.Work;
import java.util.List;

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
record Race(
    String id,
    String title,
    int records,
    Work work,
    int waitMillis,
    int pollRecords,
    int rounds,
    int slowRounds,
    double target) {

  static final int IN_FLIGHT = 1000;
  private static final int POLL = 500;

  /**
   * All of them. Where there are chunks of 500 every partition has whole ones: the end of a topic
   * would have to wait for the linger, which a stream does not.
   */
  static final List<Race> ALL =
      List.of(
          new Race("look-1m", "no work", 1_002_000, Work.LOOK, 0, POLL, 9, 0, 0.95),
          new Race("look-5m", "no work", 5_001_000, Work.LOOK, 0, POLL, 9, 0, 0.95),
          new Race("compute", "JSON and 2 µs of work", 201_000, Work.COMPUTE, 0, POLL, 9, 0, 1.0),
          new Race("wait-1ms", "waiting 1 ms", 150_000, Work.WAIT, 1, IN_FLIGHT, 9, 2, 0.7),
          new Race("wait-10ms", "waiting 10 ms", 50_000, Work.WAIT, 10, IN_FLIGHT, 9, 2, 0.9),
          new Race("wait-100ms", "waiting 100 ms", 10_000, Work.WAIT, 100, IN_FLIGHT, 9, 2, 0.9));

  /** Who is everybody's measure; without one it is what is in flight by how long it waits. */
  Entry yardstick() {
    if (work != Work.WAIT) {
      return Entry.PLAIN;
    }
    return waitMillis == 1 ? Entry.TIMERS : null;
  }

  /** Records a second if nothing but the wait took time. */
  double theory() {
    return IN_FLIGHT * 1000.0 / waitMillis;
  }

  /** Who takes part. */
  List<Entry> entries() {
    return work == Work.WAIT
        ? List.of(Entry.SLUICE, Entry.TIMERS, Entry.VERTX, Entry.SPRING, Entry.PARALLEL)
        : List.of(Entry.SLUICE, Entry.PLAIN, Entry.VERTX, Entry.SPRING, Entry.PARALLEL);
  }

  /** How often everybody runs before it counts; short laps need more of them to be compiled. */
  int warmUps() {
    return Math.min(rounds, records == 1_002_000 ? 7 : 3);
  }

  /** How often one of them runs. */
  int rounds(Entry entry) {
    return entry == Entry.PARALLEL ? slowRounds : rounds;
  }

  /** The same with fewer records and rounds. */
  Race shorter(int mostRecords, int mostRounds) {
    return new Race(
        id,
        title,
        Math.min(records, mostRecords),
        work,
        waitMillis,
        pollRecords,
        Math.min(rounds, mostRounds),
        Math.min(slowRounds, mostRounds),
        target);
  }

  LapOrder order(String bootstrapServers, String group, long spin) {
    return new LapOrder(
        bootstrapServers, id, group, records, work, spin, waitMillis, IN_FLIGHT, pollRecords);
  }
}
