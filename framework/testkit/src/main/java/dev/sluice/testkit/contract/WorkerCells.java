package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.config.Ordering;
import dev.sluice.testkit.StopReport;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What happens to workers, and between them and their broker. */
abstract class WorkerCells extends ContractCase {
  @Test
  void aDrainThatFitsLosesNothingAndRepeatsNothing() {
    Gate gate = gate();
    ContractMember worker = halfWay(gate);
    worker.stop();
    awaitDraining(gate);
    gate.open();
    StopReport stopped = worker.awaitReport();
    assertEquals("clean", stopped.outcome(), stopped::json);
    run.worker("b", run.work());
    verify(Cell.DRAIN_FITS, 0, "");
  }

  @Test
  void aDrainThatIsCutRepeatsWhatWasCutSinceItsLastCheckpoint() {
    Gate gate = gate();
    run.put(RECORDS);
    ContractMember worker =
        run.worker("a", gate, f -> f.limit(Duration.ofSeconds(20), Duration.ofSeconds(2)));
    Patience.until(() -> "no try is held", gate::holdsSome);
    worker.stop();
    awaitDraining(gate);
    long cut = 0;
    for (HeldTry held : gate.held()) {
      cut += held.chunk().size() - Stumbling.half(held.chunk(), held.context(), run.witness());
    }
    StopReport stopped = worker.awaitReport();
    assertEquals("cut", stopped.outcome(), stopped::json);
    assertEquals(3, stopped.exitCode(), stopped::json);
    run.worker("b", run.work());
    verify(Cell.DRAIN_CUT, cut, "");
  }

  @Test
  void aKilledWorkerRepeatsOnlyWhatRanOrWasNotSettled() {
    Gate gate = gate();
    run.put(RECORDS);
    ContractMember worker = run.worker("a", gate);
    Patience.until(() -> "no try is held", gate::holdsSome);
    Patience.until(() -> "nothing is settled", () -> run.broker().settled() > 0);
    worker.kill();
    long unsettled = run.unsettled();
    run.worker("b", run.work());
    verify(Cell.KILLED, unsettled, "");
  }

  @Test
  void workersThatComeAndGoUnderLoadRepeatNothing(TestReporter reporter) {
    if (applies(Cell.SCALING, reporter)) {
      ContractMember first = run.worker("a", run.work());
      load("the first works", () -> first.records() > PASSING);
      ContractMember second = run.worker("b", run.work());
      load("the second works", () -> second.records() > PASSING);
      long before = second.records();
      first.stop();
      first.awaitReport();
      load("the second goes on", () -> second.records() > before + PASSING);
      verify(Cell.SCALING, 0, "");
    }
  }

  /** Keeps records coming until a condition holds. */
  private void load(String what, BooleanSupplier condition) {
    Patience.until(
        () -> what,
        () -> {
          // Not more than the workers can do.
          if (run.records() - run.witness().touched() < RECORDS) {
            run.put(20);
          }
          return condition.getAsBoolean();
        });
  }

  @Test
  void aLaneThatIsTakenAwayWaitsForItsRunningTriesAndRepeatsNothing(TestReporter reporter) {
    if (applies(Cell.LANE_TAKEN, reporter)) {
      Gate gate = gate();
      // One try in each lane, so that one runs in those that move.
      halfWay(gate, figures -> figures.ordering(Ordering.LANE));
      run.worker("b", run.work());
      awaitDraining(gate);
      gate.open();
      verify(Cell.LANE_TAKEN, 0, "");
    }
  }

  @Test
  void aLostLaneRepeatsOnlyWhatRanInIt(TestReporter reporter) {
    if (applies(Cell.LANE_LOST, reporter)) {
      Gate gate = gate();
      halfWay(gate);
      run.broker().disown("a");
      Patience.until(() -> "the loss is not noticed", gate::someEnded);
      long unsettled = run.unsettled();
      gate.open();
      verify(Cell.LANE_LOST, unsettled, "");
    }
  }

  @Test
  void aBrokerThatIsRestartedLosesNothing(TestReporter reporter) {
    if (applies(Cell.BROKER_RESTARTED, reporter)) {
      Gate gate = gate();
      halfWay(gate);
      run.broker().restart();
      long unsettled = run.unsettled();
      gate.open();
      run.put(RECORDS);
      verify(Cell.BROKER_RESTARTED, unsettled, "");
    }
  }

  @Test
  void aNetworkThatIsCutAndMendedLosesNothing(TestReporter reporter) {
    if (applies(Cell.NETWORK_CUT, reporter)) {
      Gate gate = gate();
      halfWay(gate);
      long before = run.witness().completed();
      run.broker().cutNetwork();
      gate.open();
      Patience.until(() -> "no work during the cut", () -> run.witness().completed() > before);
      long unsettled = run.unsettled();
      run.broker().restoreNetwork();
      run.put(RECORDS);
      verify(Cell.NETWORK_CUT, unsettled, "");
    }
  }

  @Test
  void aZombieNeitherSettlesNorUndoesWhatTheNextOwnerHasDone(TestReporter reporter) {
    if (applies(Cell.ZOMBIE, reporter)) {
      Gate gate = gate();
      ContractMember zombie = halfWay(gate);
      zombie.freeze();
      long unsettled = run.unsettled();
      run.worker("b", run.work());
      run.awaitAllSettled();
      zombie.thaw();
      gate.open();
      run.put(RECORDS);
      run.awaitAllSettled();
      Patience.until(() -> "the zombie does not notice", zombie::quiet);
      verify(Cell.ZOMBIE, unsettled, "");
    }
  }
}
