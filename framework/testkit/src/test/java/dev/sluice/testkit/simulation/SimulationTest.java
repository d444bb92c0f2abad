package dev.sluice.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulationTest {

  @Test
  void everyScheduleKeepsEveryPromise() throws Exception {
    long schedules = Long.getLong("sluice.simulation.schedules", 20_000);
    long seed = Long.getLong("sluice.simulation.seed", 1);

    long began = System.nanoTime();
    Simulation.Result result = Simulation.run(seed, schedules, 2);

    System.out.printf(
        "%d schedules, %d steps, %.1f s%n",
        result.schedules(), result.steps(), (System.nanoTime() - began) / 1e9);
    assertThat(result.failure()).isEmpty();
  }
}
