package dev.sluice.runtime;

import dev.sluice.progress.OwnerMark;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Source;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What an engine works with.
 *
 * @param self the mark that this worker leaves with its lanes
 * @param source where records come from
 * @param deadLetters where records go that are given up, if anywhere
 * @param transactions the store that the handler works in transactions with, if it asked for one
 * @param dependencyDown what the services of the pipeline recognise as a dependency that is down
 * @param clock monotonic time
 * @param timers fire on the loop
 * @param loop the engine's one thread
 * @param threads run blocking handlers
 * @param random the jitter of pauses
 */
record EngineDependencies(
    OwnerMark self,
    Source source,
    Optional<DeadLetters> deadLetters,
    Optional<TransactionStore<?>> transactions,
    Predicate<Throwable> dependencyDown,
    Clock clock,
    Timers timers,
    EventLoop loop,
    Executor threads,
    RandomGenerator random) {}
