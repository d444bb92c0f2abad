package dev.sluice.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Runs for as long as {@code -Dsluice.simulation.schedules} says, from a seed that can be set. */
class SimulationTest {
  private static final long SCHEDULES = Long.getLong("sluice.simulation.schedules", 200_000);
  private static final long SEED = Long.getLong("sluice.simulation.seed", 1);
  private static final int THREADS = 2;
  private static final long MOST_PER_BUG = 20_000;
  private static final Path FIGURES = Path.of("target", "figures", "simulation.json");

  private static final List<String> TABLE = new ArrayList<>();
  private static String main = "null";

  @Test
  void everyScheduleKeepsEveryPromise() throws Exception {
    long began = System.nanoTime();
    Simulation.Result result = Simulation.run(SEED, SCHEDULES, THREADS);
    double seconds = (System.nanoTime() - began) / 1e9;

    main =
        String.format(
            Locale.ROOT,
            "{\"seed\":%d,\"schedules\":%d,\"steps\":%d,\"seconds\":%.1f,\"threads\":%d}",
            SEED,
            result.schedules(),
            result.steps(),
            seconds,
            THREADS);
    System.out.println("simulation: " + main);
    assertThat(result.failure()).as("replay it with its seed").isEmpty();
    assertThat(result.schedules()).isEqualTo(SCHEDULES);
  }

  @Test
  void everyPlantedBugIsFound() throws Exception {
    List<String> missed = new ArrayList<>();
    for (Mutant bug : Bugs.all()) {
      MutantLoader loader = new MutantLoader(bug, getClass().getClassLoader());
      MutantLoader.Outcome outcome = loader.simulate(SEED, MOST_PER_BUG);
      if (!outcome.found()) {
        missed.add(bug.name());
      }
      TABLE.add(
          String.format(
              Locale.ROOT,
              "{\"mutant\":\"%s\",\"class\":\"%s\",\"schedules\":%d,\"found\":%b,\"breaks\":\"%s\"}",
              bug.name(),
              bug.simpleType(),
              outcome.schedules(),
              outcome.found(),
              outcome.invariant()));
      System.out.printf(
          Locale.ROOT,
          "%-45s %-20s %6d %s%n",
          bug.name(),
          bug.simpleType(),
          outcome.schedules(),
          outcome.found() ? outcome.invariant() : "MISSED");
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void nothingIsFoundInTheSameHarnessWithoutABug() throws Exception {
    MutantLoader loader = new MutantLoader(null, getClass().getClassLoader());

    MutantLoader.Outcome outcome = loader.simulate(SEED, MOST_PER_BUG);

    assertThat(outcome).isEqualTo(new MutantLoader.Outcome(MOST_PER_BUG, "Optional.empty"));
  }

  @Test
  void aScheduleIsTheSameEveryTime() {
    int steps = 0;
    for (long seed = SEED; seed < SEED + 20; seed++) {
      Schedule once = new Schedule(seed, true);
      Schedule again = new Schedule(seed, true);

      Optional<Violation> first = once.run();

      assertThat(again.run()).isEqualTo(first);
      assertThat(again.trace()).isNotEmpty().isEqualTo(once.trace());
      steps += once.taken();
    }
    assertThat(steps).isGreaterThan(100);
  }

  @AfterAll
  static void writeFigures() throws IOException {
    Files.createDirectories(FIGURES.getParent());
    Files.writeString(
        FIGURES, "{\"main\":" + main + ",\"mutants\":[" + String.join(",\n", TABLE) + "]}\n");
  }
}
