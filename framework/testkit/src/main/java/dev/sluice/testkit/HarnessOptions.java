package dev.sluice.testkit;

import dev.sluice.api.TaskLimits;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.TransactionStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How a {@link WorkerHarness} is set up. Begins with the defaults of {@code pipeline.yaml}, but for
 * chunks, which don't linger. Not thread-safe.
 */
public final class HarnessOptions {
  private static final Duration COMMIT = Duration.ofSeconds(10);
  private static final Duration CLOSE = Duration.ofSeconds(10);

  private final Supplier<FakeBroker> broker;
  private Consumer<EngineFigures> change = figures -> {};
  private Optional<InMemoryDeadLetters> deadLetters = Optional.empty();
  private Optional<DelayedRetries> delayedRetries = Optional.empty();
  private Optional<TransactionStore<?>> transactions = Optional.empty();
  private Predicate<Throwable> dependencyDown = cause -> false;
  private Duration window = Duration.ofMinutes(2);

  private HarnessOptions(Supplier<FakeBroker> broker) {
    this.broker = broker;
  }

  /** Lanes are logs, as Kafka's; see {@link FakeBroker#log()}. */
  public static HarnessOptions log() {
    return new HarnessOptions(FakeBroker::log);
  }

  /** Lanes are queues of single messages; see {@link FakeBroker#queue()}. */
  public static HarnessOptions queue() {
    return new HarnessOptions(FakeBroker::queue);
  }

  /** Lanes are tables of jobs, which keep what has failed; see {@link FakeBroker#table()}. */
  public static HarnessOptions table() {
    return new HarnessOptions(FakeBroker::table);
  }

  /** Changes figures of the pipeline. */
  public HarnessOptions figures(Consumer<EngineFigures> how) {
    change = change.andThen(how);
    return this;
  }

  /** Where dead letters go; set {@code retry} or {@code malformed} to use it. */
  public HarnessOptions deadLetters(InMemoryDeadLetters place) {
    deadLetters = Optional.of(place);
    return this;
  }

  /** Where records go that failed too often in place and are to come again later. */
  public HarnessOptions delayedRetries(DelayedRetries place) {
    delayedRetries = Optional.of(place);
    return this;
  }

  /**
   * The store that the handler works in transactions with, open already; for a log with {@code
   * ordering: lane}.
   */
  public HarnessOptions transactions(TransactionStore<?> store) {
    transactions = Optional.of(store);
    return this;
  }

  /** What counts as a dependency that is down, beside what the engine knows itself. */
  public HarnessOptions dependencyDown(Predicate<Throwable> recognised) {
    dependencyDown = recognised;
    return this;
  }

  FakeBroker newBroker() {
    return broker.get();
  }

  EngineFigures figures(TaskLimits limits) {
    Duration limit = limits.limit().orElse(Duration.ofMinutes(1));
    Duration need = limits.checkpointEvery().orElse(limit);
    window = need.plus(COMMIT).plus(CLOSE);
    EngineFigures figures =
        new EngineFigures()
            .chunk(500, 1L << 20, Duration.ZERO)
            .limit(limit, need)
            .shutdown(COMMIT, CLOSE);
    limits.checkpointEvery().ifPresent(figures::checkpointEvery);
    change.accept(figures);
    return figures;
  }

  Duration window() {
    return window;
  }

  Optional<InMemoryDeadLetters> deadLetters() {
    return deadLetters;
  }

  Optional<DelayedRetries> delayedRetries() {
    return delayedRetries;
  }

  Optional<TransactionStore<?>> transactions() {
    return transactions;
  }

  Predicate<Throwable> dependencyDown() {
    return dependencyDown;
  }
}
