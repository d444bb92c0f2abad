package dev.sluice.benchmarks;

import dev.sluice.benchmarks.claim.ClaimBench;
import dev.sluice.benchmarks.claim.ClaimFigures;
import dev.sluice.benchmarks.claim.ClaimTable;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.ContestTable;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.jobs.JobsBench;
import dev.sluice.benchmarks.kafka.KafkaBench;
import dev.sluice.benchmarks.load.LoadBench;
import dev.sluice.benchmarks.rabbitmq.RabbitBench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** What has a page of results of its own. */
enum Part {
  /** The engine without a broker. */
  CORE,
  /** Sluice over Kafka beside others. */
  KAFKA,
  /** Sluice over RabbitMQ beside others. */
  RABBITMQ,
  /** Jobs in Postgres: Sluice beside others. */
  JOBS,
  /** What a claim takes of a full table. */
  CLAIM,
  /** From Kafka to Postgres: Sluice beside loops. */
  LOAD;

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
  static List<String> allNames() {
    return Arrays.stream(values()).flatMap(part -> part.names().stream()).toList();
  }

  private List<String> names() {
    return switch (this) {
      case CORE -> List.of(NAME_OF_CORE);
      case KAFKA -> KafkaBench.names();
      case RABBITMQ -> RabbitBench.names();
      case JOBS -> JobsBench.names();
      case CLAIM -> List.of(ClaimBench.NAME);
      case LOAD -> LoadBench.names();
    };
  }

  boolean asked(Order order) {
    return order.only().stream().anyMatch(names()::contains);
  }

  /** Measures. Blocks. */
  Result measure(Order order, Path directory) throws Exception {
    Machine machine = Machine.here(order.commit());
    return switch (this) {
      case CORE -> core(order, machine);
      case KAFKA -> contest(KafkaBench.run(order.only(), length(order), machine), order, directory);
      case RABBITMQ ->
          contest(RabbitBench.run(order.only(), length(order), machine), order, directory);
      case JOBS -> contest(JobsBench.run(order.only(), length(order), machine), order, directory);
      case CLAIM -> claim(ClaimBench.run(length(order), machine));
      case LOAD -> contest(LoadBench.run(order.only(), length(order), machine), order, directory);
    };
  }

  private static Length length(Order order) {
    return order.quick() ? Length.QUICK : Length.FULL;
  }

  private static Result core(Order order, Machine machine) throws RunnerException {
    Figures.Heap heap = KeysHeap.measure(KeysHeap.Scale.FULL);
    List<Figures.Throughput> throughput =
        CoreRun.run(order.quick() ? CoreRun.Length.QUICK : CoreRun.Length.FULL);
    Figures figures = new Figures(order.quick(), machine, throughput, heap);
    return new Result(
        NAME_OF_CORE, FiguresTable.line(figures), figures.json(), FiguresTable.of(figures));
  }

  private static Result claim(ClaimFigures figures) {
    return new Result("claim", ClaimTable.line(figures), figures.json(), ClaimTable.of(figures));
  }

  private Result contest(ContestFigures measured, Order order, Path directory) throws IOException {
    String name = name().toLowerCase(Locale.ROOT);
    ContestFigures figures =
        order.quick()
            ? measured
            : ContestFigures.in(directory.resolve(name + ".json")).with(measured, names());
    return new Result(name, ContestTable.line(figures), figures.json(), ContestTable.of(figures));
  }
}
