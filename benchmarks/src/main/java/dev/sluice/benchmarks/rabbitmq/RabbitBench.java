package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.Contest;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.nio.file.Path;
import java.util.List;

/** The races over queues. */
public final class RabbitBench {
  private RabbitBench() {}

  /** The names of all races. */
  public static List<String> names() {
    return RabbitRace.ALL.stream().map(RabbitRace::id).toList();
  }

  /**
   * Runs races on a broker of their own. Blocks.
   *
   * @param names of races
   */
  public static ContestFigures run(List<String> names, Length length, Machine machine)
      throws Exception {
    List<RabbitRace> races =
        RabbitRace.ALL.stream()
            .filter(race -> names.contains(race.id()))
            .map(race -> race.shorter(length))
            .toList();
    TemporaryHome home = TemporaryHome.get();
    Path data = home.newData("rabbitmq");
    EmbeddedRabbit broker = EmbeddedRabbit.in(data, RabbitOptions.defaults());
    home.stopAtEnd(broker);
    broker.start();
    try (RabbitCourse course = new RabbitCourse(broker, data)) {
      return Contest.run(races, length, machine, course);
    } finally {
      broker.stop();
    }
  }
}
