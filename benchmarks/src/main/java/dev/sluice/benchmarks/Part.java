package dev.sluice.benchmarks;

import dev.sluice.benchmarks.kafka.KafkaBench;
import dev.sluice.benchmarks.kafka.KafkaFigures;
import dev.sluice.benchmarks.kafka.KafkaTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** What has a page of results of its own. */
enum Part {
  /** The engine without a broker. */
  CORE,
  /** Sluice over Kafka beside others. */
  KAFKA;

  /**
   * What is asked for.
   *
   * @param quick to see that it runs
   * @param only names of benchmarks
   * @param commit of the checkout
   */
  record Order(boolean quick, List<String> only, String commit) {}

  /**
   * What has come of it.
   *
   * @param name of the files
   * @param line everything in one line
   * @param json everything
   * @param table everything, as people read it
   */
  record Result(String name, String line, String json, String table) {}

  private static final String NAME_OF_CORE = "core";

  /** The names of all benchmarks. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(NAME_OF_CORE);
    names.addAll(KafkaBench.names());
    return names;
  }

  boolean asked(Order order) {
    return switch (this) {
      case CORE -> order.only().contains(NAME_OF_CORE);
      case KAFKA -> order.only().stream().anyMatch(KafkaBench.names()::contains);
    };
  }

  /** Measures. Blocks. */
  Result measure(Order order, Path directory) throws IOException, RunnerException {
    Machine machine = Machine.here(order.commit());
    return switch (this) {
      case CORE -> core(order, machine);
      case KAFKA -> kafka(order, machine, directory);
    };
  }

  private static Result core(Order order, Machine machine) throws RunnerException {
    Figures.Heap heap = KeysHeap.measure(KeysHeap.Scale.FULL);
    List<Figures.Throughput> throughput =
        CoreRun.run(order.quick() ? CoreRun.Length.QUICK : CoreRun.Length.FULL);
    Figures figures = new Figures(order.quick(), machine, throughput, heap);
    return new Result(
        NAME_OF_CORE, FiguresTable.line(figures), figures.json(), FiguresTable.of(figures));
  }

  private static Result kafka(Order order, Machine machine, Path directory) throws IOException {
    KafkaFigures figures =
        KafkaBench.run(
            order.only(),
            order.quick() ? KafkaBench.Length.QUICK : KafkaBench.Length.FULL,
            machine);
    if (!order.quick()) {
      figures = KafkaBench.merged(directory.resolve("kafka.json"), figures);
    }
    return new Result("kafka", KafkaBench.line(figures), figures.json(), KafkaTable.of(figures));
  }
}
