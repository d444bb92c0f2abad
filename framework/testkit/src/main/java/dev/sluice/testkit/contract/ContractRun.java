package dev.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.Outcome;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.StopReport;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** One test of the contract: a broker, its records, and the workers in front of it. */
final class ContractRun {
  /** The most records of a chunk. */
  static final int CHUNK = 16;

  /** How often a record is tried before it is given up. */
  static final int ATTEMPTS = 3;

  private static final int KEYS = 8;
  private static final int PLACES = 4;
  private static final Duration LINGER = Duration.ofMillis(5);
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration SETTLE = Duration.ofSeconds(8);
  private static final Duration LEAVE = Duration.ofSeconds(5);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
  private static final Duration WORK = Duration.ofMillis(2);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final ContractBroker broker;
  private final Witness witness = new Witness();
  private final LettersByHand letters = new LettersByHand();
  private final List<ContractMember> members = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private final Optional<EffectTable<?>> table;
  private Set<Capability> capabilities = Set.of();

  /**
   * @param effects where handlers write in transactions, if they do
   */
  ContractRun(
      Function<Vertx, ContractBroker> open, Function<Vertx, Optional<EffectTable<?>>> effects) {
    broker = open.apply(vertx);
    table = effects.apply(vertx);
  }

  /** Whether handlers write in transactions, so that effects are counted and not calls. */
  boolean transacted() {
    return table.isPresent();
  }

  /** Committed effects beyond the first of each record. */
  long effectsTwice() {
    List<String> rows = table.orElseThrow().rows();
    return (long) rows.size() - Set.copyOf(rows).size();
  }

  private static <C> Writing writing(EffectTable<C> to, Script script) {
    TransactionStore<C> store = to.store();
    return new Writing(Optional.of(store), new TransactedScript<>(script, to, store));
  }

  /** What a worker does, and in which transactions. */
  private record Writing(Optional<TransactionStore<?>> store, Script script) {}

  ContractBroker broker() {
    return broker;
  }

  Witness witness() {
    return witness;
  }

  LettersByHand letters() {
    return letters;
  }

  /** What the source of the last member can do. */
  Set<Capability> capabilities() {
    return capabilities;
  }

  /** Takes a moment and is done. */
  Script work() {
    return (chunk, context) -> vertx.timer(WORK.toMillis()).map(Outcome.DONE);
  }

  Optional<String> notApplicable(Cell cell) {
    return broker.notApplicable(cell);
  }

  /** Puts so many more records. */
  void put(int count) {
    List<FakeRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String value = "r" + values.size();
      values.add(value);
      records.add(FakeRecord.of("k" + values.size() % KEYS, value).header("trace", "of " + value));
    }
    broker.put(records);
  }

  long records() {
    return values.size();
  }

  /** A worker that has started. */
  ContractMember worker(String name, Script script) {
    return worker(name, script, figures -> {});
  }

  /** A worker that has started, with other figures. */
  ContractMember worker(String name, Script script, Consumer<EngineFigures> change) {
    Source source =
        broker.source(
            name,
            new SourceContext(
                    vertx,
                    new SystemClock(),
                    "contract",
                    new SourceContext.Figures(LIMIT, SETTLE, LEAVE, Duration.ofSeconds(1)),
                    CHUNK)
                .withAttempts(ATTEMPTS)
                .withWork(
                    new SourceContext.Work(
                        LIMIT, LINGER, PLACES, true, FIRST_PAUSE, LONGEST_PAUSE)));
    capabilities = source.capabilities();
    EngineFigures figures =
        new EngineFigures()
            .named("contract", "script")
            .chunk(CHUNK, 1L << 20, LINGER)
            .concurrency(PLACES, 200, 64L << 20)
            .limit(LIMIT, LIMIT)
            .shutdown(SETTLE, LEAVE)
            .retry(ATTEMPTS, FIRST_PAUSE, LONGEST_PAUSE, OnFailure.DEAD_LETTER)
            .ordering(capabilities.contains(Capability.INDIVIDUAL) ? Ordering.KEY : Ordering.LANE);
    change.accept(figures);
    Writing writing =
        table.map(to -> writing(to, script)).orElseGet(() -> new Writing(Optional.empty(), script));
    ContractMember member =
        new ContractMember(
            name,
            vertx,
            broker,
            source,
            figures,
            new WitnessedHandler(writing.script(), witness),
            letters,
            writing.store(),
            dead -> writing.store().ifPresent(s -> table.orElseThrow().disconnected(s, dead)));
    members.add(member);
    member.open();
    return member;
  }

  /** Waits until the broker has everything settled that was processed up to now. */
  void awaitProcessedIsSettled() {
    Patience.until(
        () -> broker.settled() + " settled of " + witness.completed() + " processed",
        () -> broker.settled() >= witness.completed());
  }

  /** Waits until the broker has everything settled. */
  void awaitAllSettled() {
    Patience.until(
        () -> broker.settled() + " settled of " + records(), () -> broker.settled() == records());
  }

  /**
   * How many records a handler has seen that are not settled, once every worker has heard of what
   * its source has told it before.
   */
  long unsettled() {
    members.stream().filter(ContractMember::hears).forEach(ContractMember::quiet);
    return witness.touched() - broker.settled();
  }

  /** Records that were neither processed nor written as dead letters. */
  long lost() {
    List<String> rest = new ArrayList<>(values);
    rest.removeAll(letters.values());
    if (transacted()) {
      rest.removeAll(table.orElseThrow().rows());
      return rest.size();
    }
    return witness.lost(rest);
  }

  /** Stops every worker that lives and looks at its books. */
  void stopAll() {
    for (ContractMember member : members) {
      if (member.alive()) {
        member.stop();
        StopReport report = member.awaitReport();
        assertEquals(0, report.unaccounted(), () -> "unaccounted: " + report.json());
      }
    }
  }

  /** Ends everything. */
  void close() {
    try {
      for (ContractMember member : members) {
        member.bury();
      }
    } finally {
      try {
        broker.close();
        table.ifPresent(EffectTable::close);
      } finally {
        Future<Void> closed = vertx.close();
        Patience.get(closed);
      }
    }
  }
}
