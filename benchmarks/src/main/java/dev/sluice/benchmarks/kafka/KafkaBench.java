package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.kafka.KafkaFigures.Outcome;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The races over a broker. */
public final class KafkaBench {
  /** How thorough a run is. */
  public enum Length {
    /** As each race declares. */
    FULL(Integer.MAX_VALUE, Integer.MAX_VALUE, true),
    /** A few rounds of fewer records. */
    QUICK(200_000, 3, true),
    /** One lap of few records. */
    SMOKE(2_000, 1, false);

    private final int records;
    private final int rounds;
    private final boolean warmUps;

    Length(int records, int rounds, boolean warmUps) {
      this.records = records;
      this.rounds = rounds;
      this.warmUps = warmUps;
    }
  }

  private KafkaBench() {}

  /** The names of all races. */
  public static List<String> names() {
    return Race.ALL.stream().map(Race::id).toList();
  }

  /**
   * Runs races, each on a broker of its own and with fresh JVMs, but for the shortest runs. Blocks.
   *
   * @param names of races
   */
  public static KafkaFigures run(List<String> names, Length length, Machine machine)
      throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults());
    broker.start();
    try {
      Contest shared = new Contest(broker);
      try {
        for (Race race : Race.ALL) {
          if (names.contains(race.id())) {
            Race shorter = race.shorter(length.records, length.rounds);
            boolean quick = length != Length.FULL;
            if (length == Length.SMOKE) {
              outcomes.add(shared.run(shorter, length.warmUps, quick, machine));
            } else {
              try (Contest own = new Contest(broker)) {
                outcomes.add(own.run(shorter, length.warmUps, quick, machine));
              }
            }
          }
        }
      } finally {
        shared.close();
      }
    } finally {
      broker.stop();
    }
    return new KafkaFigures(outcomes);
  }

  /** The figures in a file with those of the races that were run again; the file may be missing. */
  public static KafkaFigures merged(Path file, KafkaFigures again) throws IOException {
    KafkaFigures before =
        Files.exists(file)
            ? KafkaFigures.read(Files.readString(file))
            : new KafkaFigures(List.of());
    return before.with(again.races());
  }

  /** Everything in one line. */
  public static String line(KafkaFigures figures) {
    return KafkaTable.line(figures);
  }
}
