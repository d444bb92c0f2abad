package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.Contest;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import java.util.List;

/** The races over a broker. */
public final class KafkaBench {
  private KafkaBench() {}

  /** The names of all races. */
  public static List<String> names() {
    return KafkaRace.ALL.stream().map(KafkaRace::id).toList();
  }

  /**
   * Runs races on a broker of their own. Blocks.
   *
   * @param names of races
   */
  public static ContestFigures run(List<String> names, Length length, Machine machine)
      throws Exception {
    List<KafkaRace> races =
        KafkaRace.ALL.stream()
            .filter(race -> names.contains(race.id()))
            .map(race -> race.shorter(length))
            .toList();
    EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults());
    broker.start();
    try (KafkaCourse course = new KafkaCourse(broker)) {
      return Contest.run(races, length, machine, course);
    } finally {
      broker.stop();
    }
  }
}
