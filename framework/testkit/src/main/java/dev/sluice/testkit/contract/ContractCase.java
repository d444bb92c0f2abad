package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.EngineFigures;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestReporter;

/** How each test of the contract begins, ends and is judged. */
abstract class ContractCase {
  static final int RECORDS = 300;
  static final int PASSING = 100;

  private ContractReport report;
  ContractRun run;

  abstract String source();

  abstract ContractBroker broker(Vertx vertx);

  abstract Optional<EffectTable<?>> table(Vertx vertx);

  abstract Path directory();

  @BeforeEach
  final void begin() {
    if (report == null) {
      report = new ContractReport(source());
    }
    run = new ContractRun(this::broker, this::table);
  }

  @AfterEach
  final void end() {
    run.close();
  }

  @AfterAll
  final void publish() {
    report.write(directory());
  }

  /** Whether a row can happen; otherwise says why not. */
  boolean applies(Cell cell, TestReporter reporter) {
    Optional<String> why = run.notApplicable(cell);
    why.ifPresent(
        reason -> {
          report.add(Result.notApplicable(cell, reason));
          reporter.publishEntry(Map.of("not applicable", cell.event() + ": " + reason));
        });
    return why.isEmpty();
  }

  /** Everything is settled, nothing lost, no more handled twice than allowed, the books add up. */
  void verify(Cell cell, long bound, String note) {
    run.awaitAllSettled();
    run.stopAll();
    verify(cell, run.witness().twice(), bound, note);
  }

  void verify(Cell cell, long calls, long allowed, String note) {
    // Calls of handlers may repeat when what they do is committed once.
    long twice = run.transacted() ? run.effectsTwice() : calls;
    long bound = run.transacted() ? 0 : allowed;
    long lost = run.lost();
    report.add(new Result(cell, run.records(), lost, twice, bound, note));
    assertEquals(run.records(), run.broker().settled(), "settled after all have stopped");
    assertEquals(0, lost, "lost");
    assertTrue(
        twice <= bound,
        () ->
            (run.transacted() ? "committed" : "handled")
                + " twice: "
                + twice
                + ", allowed: "
                + bound);
    assertTrue(bound < run.records(), () -> "the bound says nothing: " + bound);
  }

  /** A worker that has settled some records and holds some tries. */
  ContractMember halfWay(Gate gate) {
    return halfWay(gate, figures -> {});
  }

  /** The same with other figures. */
  ContractMember halfWay(Gate gate, Consumer<EngineFigures> change) {
    run.put(RECORDS);
    ContractMember worker = run.worker("a", gate, change);
    Patience.until(() -> "no try is held", gate::holdsSome);
    run.awaitProcessedIsSettled();
    return worker;
  }

  Gate gate() {
    return new Gate(PASSING, run.work());
  }

  static void awaitDraining(Gate gate) {
    Patience.until(
        () -> "no running try hears of it",
        () -> gate.held().stream().anyMatch(held -> held.context().draining()));
  }
}
