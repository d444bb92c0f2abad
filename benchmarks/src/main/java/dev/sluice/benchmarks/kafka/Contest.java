package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.kafka.KafkaFigures.Outcome;
import dev.sluice.benchmarks.kafka.KafkaFigures.Spread;
import dev.sluice.benchmarks.kafka.KafkaFigures.Standing;
import dev.sluice.embedded.KafkaBroker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * Runs races: each contestant in a JVM of its own that lives as long as the contest, one lap of
 * each after the other, round by round, so that whatever else the machine does meets all alike.
 * Used by one thread, which it blocks.
 */
final class Contest implements AutoCloseable {
  private static final long WORK_NANOS = 2_000;

  private final KafkaBroker broker;
  private final Committed committed;
  private final long spin = Spin.amountOf(WORK_NANOS);
  private final Map<Entry, ContestantProcess> processes = new EnumMap<>(Entry.class);
  private final Set<String> topics = new HashSet<>();
  private int groups;

  Contest(KafkaBroker broker) {
    this.broker = broker;
    this.committed = new Committed(broker.bootstrapServers());
  }

  /**
   * One race.
   *
   * @param warmUps whether there are laps that don't count first
   */
  Outcome run(Race race, boolean warmUps, boolean quick, Machine machine) throws IOException {
    if (topics.add(race.id())) {
      Topic.fill(broker, race.id(), race.records());
    }
    Map<Entry, List<Lap>> laps = new EnumMap<>(Entry.class);
    race.entries().forEach(entry -> laps.put(entry, new ArrayList<>()));
    for (int round = warmUps ? -race.warmUps() : 0; round < race.rounds(); round++) {
      for (Entry entry : race.entries()) {
        int takesPart = race.rounds(entry);
        boolean warms = round < 0 && -round <= (takesPart + 1) / 2;
        if (warms || (round >= 0 && round < takesPart)) {
          Lap lap = lap(entry, race);
          if (round >= 0) {
            laps.get(entry).add(lap);
          }
          System.err.printf("%s %d %s %s%n", race.id(), round, entry, lap);
        }
      }
    }
    List<Standing> standings = new ArrayList<>();
    race.entries().forEach(entry -> standings.add(standing(race, entry, laps)));
    return new Outcome(
        race.id(),
        race.title(),
        quick,
        machine,
        AppInfoParser.getVersion(),
        race.records(),
        race.pollRecords(),
        race.yardstick() == null ? "in flight / wait" : race.yardstick().title(),
        race.target(),
        standings);
  }

  private Lap lap(Entry entry, Race race) throws IOException {
    ContestantProcess process = processes.get(entry);
    if (process == null) {
      process = new ContestantProcess(entry);
      processes.put(entry, process);
    }
    String group = "group-" + groups++;
    Lap lap = process.run(race.order(broker.bootstrapServers(), group, spin));
    if (lap.ok() && entry != Entry.TIMERS) {
      long confirmed = committed.sum(group);
      if (confirmed != race.records()) {
        return Lap.failed(confirmed + " of " + race.records() + " records were committed");
      }
    }
    return lap;
  }

  private static Standing standing(Race race, Entry entry, Map<Entry, List<Lap>> laps) {
    List<Lap> own = laps.get(entry);
    Lap failed = own.stream().filter(lap -> !lap.ok()).findFirst().orElse(null);
    String trouble = failed == null ? "" : failed.trouble();
    if (own.isEmpty()) {
      trouble = "left out: a lap takes it a minute or more";
    }
    if (!trouble.isEmpty()) {
      Spread none = new Spread(0, 0, 0);
      return new Standing(entry.title(), own.size(), none, none, 0, trouble);
    }
    List<Double> rates = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      double rate = rate(race, own.get(i));
      rates.add(rate);
      Entry yardstick = race.yardstick();
      ratios.add(
          rate / (yardstick == null ? race.theory() : rate(race, laps.get(yardstick).get(i))));
    }
    long[] commits = own.stream().mapToLong(Lap::commits).sorted().toArray();
    return new Standing(
        entry.title(),
        own.size(),
        Spread.of(rates),
        Spread.of(ratios),
        commits[commits.length / 2],
        "");
  }

  private static double rate(Race race, Lap lap) {
    return 1e9 * race.records() / lap.nanos();
  }

  @Override
  public void close() {
    processes.values().forEach(ContestantProcess::close);
    committed.close();
  }
}
