package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Outcome;
import dev.sluice.spi.Capability;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * What every source promises together with the engine, one test for each row of the guarantee
 * table. Extend it, show it your broker, and a source is as good as those that come with Sluice:
 *
 * <pre>{@code
 * class MySourceContractTest extends SourceContract {
 *   protected String name() { return "my-source"; }
 *   protected ContractBroker open(Vertx vertx) { return new MyContractBroker(); }
 * }
 * }</pre>
 *
 * <p>Each test runs whole workers, with the real engine and your source on real event loops,
 * against your broker, and has something happen to them. No record may be lost, what is handled
 * twice may not be more than what was in flight then, and the books must add up. What came of it is
 * written to {@code contract-<name>.json}. A row that can't happen at your broker is reported with
 * the reason.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(90)
public abstract class SourceContract extends WorkerCells {
  /** For subclasses. */
  protected SourceContract() {}

  /** The source's name in the table. */
  protected abstract String name();

  /**
   * A broker for one test, with nothing in it.
   *
   * @param vertx of the test's workers, with one event loop
   */
  protected abstract ContractBroker open(Vertx vertx);

  /**
   * Where handlers write in transactions; empty to have them write nowhere. With one the contract
   * counts committed effects instead of calls of handlers, and allows none beyond the first of each
   * record, in every row. To be given a name of its own in {@link #name()}.
   *
   * @param vertx of the test's workers
   */
  protected Optional<EffectTable<?>> effects(Vertx vertx) {
    return Optional.empty();
  }

  /** Where the results are written, by default {@code target/figures}. */
  protected Path figures() {
    return Path.of("target", "figures");
  }

  @Override
  final String source() {
    return name();
  }

  @Override
  final ContractBroker broker(Vertx vertx) {
    return open(vertx);
  }

  @Override
  final Optional<EffectTable<?>> table(Vertx vertx) {
    return effects(vertx);
  }

  @Override
  final Path directory() {
    return figures();
  }

  @Test
  void aHandlerThatFailsRepeatsItsChunkSinceItsLastCheckpoint() {
    run.put(RECORDS);
    run.worker(
        "a",
        new Stumbling(
            run.witness(),
            run.work(),
            context -> Future.failedFuture(new IllegalStateException("stumbled"))));
    run.awaitAllSettled();
    verify(Cell.HANDLER_FAILS, run.witness().givenUp(), "");
  }

  @Test
  void aHandlerPastItsLimitRepeatsItsChunkSinceItsLastCheckpoint() {
    run.put(RECORDS / 2);
    run.worker(
        "a",
        new Stumbling(
            run.witness(),
            run.work(),
            // Holds its place until it is given up.
            context -> context.ended().map(Outcome.DONE).compose(SourceContract::tooLate)),
        figures -> figures.limit(Duration.ofSeconds(1), Duration.ofSeconds(1)));
    run.awaitAllSettled();
    verify(Cell.PAST_LIMIT, run.witness().givenUp(), "");
  }

  private static Future<Outcome> tooLate(Outcome outcome) {
    return Future.failedFuture(new IllegalStateException("given up before it was " + outcome));
  }

  private Script poisonedBy(String poison) {
    return (chunk, context) ->
        WitnessedHandler.values(chunk, chunk.size()).contains(poison)
            ? Future.failedFuture(new IllegalStateException("can't do " + poison))
            : run.work().handle(chunk, context);
  }

  @Test
  void aPoisonRecordIsDeadLetteredWithItsHeadersAndItsNeighboursAreTriedFewTimes() {
    String poison = "r37";
    run.put(RECORDS);
    run.worker("a", poisonedBy(poison));
    run.awaitAllSettled();
    run.stopAll();
    assertEquals(List.of(poison), run.letters().values());
    DeadLetter letter = run.letters().letters().get(0);
    assertTrue(
        letter
            .headers()
            .contains(new Header("trace", ("of " + poison).getBytes(StandardCharsets.UTF_8))),
        () -> "headers: " + letter.headers());
    long halvings = 32L - Integer.numberOfLeadingZeros(ContractRun.CHUNK - 1);
    verify(
        Cell.POISON,
        run.witness().mostCallsBut(poison),
        Math.max(ContractRun.ATTEMPTS, 2) + 2 * halvings,
        "the most tries of one neighbour");
  }

  @Test
  void aPoisonRecordWhoseDeadLetterCannotBeWrittenStopsItsLaneUnsettled() {
    String poison = "r37";
    run.letters().away(true);
    run.put(RECORDS);
    ContractMember worker = run.worker("a", poisonedBy(poison));
    Patience.until(() -> "no lane has stopped", worker::halted);
    worker.stop();
    worker.awaitReport();
    assertTrue(run.broker().settled() < RECORDS, "the poison record is settled without a letter");
    assertFalse(run.letters().values().contains(poison), "a letter that can't be written");
    long unsettled = run.unsettled();
    long before = run.witness().twice();
    run.letters().away(false);
    run.worker("b", run.work());
    run.awaitAllSettled();
    run.stopAll();
    verify(Cell.DEAD_LETTER_FAILS, run.witness().twice() - before, unsettled, "by the next owner");
  }

  @Test
  void aSinkThatIsDownForLongBurnsNoAttemptAndNoRecord() {
    run.put(RECORDS);
    Sink sink = new Sink(run.witness(), run.work());
    ContractMember worker = run.worker("a", sink);
    Patience.until(() -> "no outage", worker::down);
    int enough = 2 * ContractRun.ATTEMPTS + 4;
    Patience.until(() -> sink.refused() + " probes", () -> sink.refused() > enough);
    assertEquals(0, run.broker().settled(), "settled while the sink is away");
    sink.back();
    run.awaitAllSettled();
    assertEquals(0, sink.burnt(), "attempts burnt");
    assertTrue(run.letters().letters().isEmpty(), "dead letters of an outage");
    verify(Cell.SINK_DOWN, run.witness().givenUp(), sink.refused() + " probes");
  }

  @Test
  void whatAHandlerLeavesIsGivenToWhoeverGoesOnThere(TestReporter reporter) {
    Gate gate = gate();
    ContractMember worker = halfWay(gate);
    if (!run.capabilities().contains(Capability.RESUME_STATE) || run.transacted()) {
      reporter.publishEntry("not applicable", name() + " does not keep states of checkpoints");
      gate.open();
      return;
    }
    worker.stop();
    awaitDraining(gate);
    Map<String, String> left = new ConcurrentHashMap<>();
    for (HeldTry held : gate.held()) {
      if (held.chunk().size() > 1) {
        String next = held.chunk().get(1).value();
        left.put(next, "before " + next);
        run.witness().completed(WitnessedHandler.values(held.chunk(), 1));
        Future<Void> stored =
            held.context().checkpoint(held.chunk().get(0), Buffer.buffer("before " + next));
        Patience.get(stored);
      }
      held.outcome().complete(Outcome.STOPPED);
    }
    worker.awaitReport();
    Map<String, String> given = new ConcurrentHashMap<>();
    run.worker(
        "b",
        (chunk, context) -> {
          context
              .resumeState()
              .ifPresent(state -> given.put(chunk.get(0).value(), state.toString()));
          return run.work().handle(chunk, context);
        });
    run.awaitAllSettled();
    assertFalse(left.isEmpty(), "no chunk to leave anything in");
    assertEquals(left, given);
  }
}
