package dev.sluice.runtime;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random schedules of deliveries, tries, settles, rebalances and time over an engine and its drain.
 * The books are looked at after every step, see {@link EngineRig#quiet}.
 */
@ExtendWith(VertxExtension.class)
class EngineSimulationTest {
  private static final int SCHEDULES = Integer.getInteger("sluice.simulation.schedules", 80);
  private static final int FIRST = Integer.getInteger("sluice.simulation.seed", 0);
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void whateverHappensTheBooksAddUpNothingIsSettledTooEarlyAndEveryStopEnds() {
    for (int seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      try (Simulation simulation = new Simulation(vertx, seed)) {
        simulation.run(60);
        simulation.stop();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @Test
  void whateverHappenedBeforeAWorkerThatIsLeftAloneWorksEverythingOff() {
    for (int seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      try (Simulation simulation = new Simulation(vertx, seed)) {
        simulation.run(40);
        simulation.workOff();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
