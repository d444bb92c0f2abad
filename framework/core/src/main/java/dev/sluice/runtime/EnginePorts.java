package dev.sluice.runtime;

import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What an {@link EngineAssembly} turns on.
 *
 * @param loop the one thread everything of the engine happens on
 * @param clock monotonic time
 * @param timers their actions run on {@code loop}, as if posted when they are due
 * @param deadLetters where records go that are given up, if anywhere; neither opened nor closed
 * @param transactions the store that the handler works in transactions with, if any; open
 * @param dependencyDown recognises a dependency that is down, beside what the engine knows itself
 * @param threads runs blocking handlers
 * @param random the jitter of pauses between tries
 * @param deadline ends the process, or what stands for it
 * @param out where the drain report goes, one line
 */
public record EnginePorts(
    EventLoop loop,
    Clock clock,
    Timers timers,
    Optional<DeadLetters> deadLetters,
    Optional<TransactionStore<?>> transactions,
    Predicate<Throwable> dependencyDown,
    Executor threads,
    RandomGenerator random,
    Deadline deadline,
    PrintStream out) {

  /** Without transactions. */
  public EnginePorts(
      EventLoop loop,
      Clock clock,
      Timers timers,
      Optional<DeadLetters> deadLetters,
      Predicate<Throwable> dependencyDown,
      Executor threads,
      RandomGenerator random,
      Deadline deadline,
      PrintStream out) {
    this(
        loop,
        clock,
        timers,
        deadLetters,
        Optional.empty(),
        dependencyDown,
        threads,
        random,
        deadline,
        out);
  }
}
