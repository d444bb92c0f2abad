package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.Contest;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import java.util.List;

/** The races from a broker to a database. */
public final class LoadBench {
  private LoadBench() {}

  /** The names of all races. */
  public static List<String> names() {
    return LoadRace.ALL.stream().map(LoadRace::id).toList();
  }

  /**
   * Runs races on servers of their own. Blocks.
   *
   * @param names of races
   */
  public static ContestFigures run(List<String> names, Length length, Machine machine)
      throws Exception {
    List<LoadRace> races =
        LoadRace.ALL.stream()
            .filter(race -> names.contains(race.id()))
            .map(race -> race.shorter(length))
            .toList();
    EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults());
    EmbeddedPostgres server =
        EmbeddedPostgres.temporary(
            PostgresOptions.durable().withSetting("shared_buffers", "512MB"));
    broker.start();
    try {
      server.start();
      try (LoadCourse course = new LoadCourse(broker, server)) {
        return Contest.run(races, length, machine, course);
      }
    } finally {
      server.stop();
      broker.stop();
    }
  }
}
