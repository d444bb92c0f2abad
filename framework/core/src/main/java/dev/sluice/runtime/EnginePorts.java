package dev.sluice.runtime;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.io.PrintStream;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;

/**
 * What an {@link EngineAssembly} turns on.
 *
 * @param loop the one thread everything of the engine happens on
 * @param clock monotonic time
 * @param timers their actions run on {@code loop}, as if posted when they are due
 * @param threads runs blocking handlers
 * @param random the jitter of pauses between tries
 * @param deadline ends the process, or what stands for it
 * @param out where the drain report goes, one line
 */
public record EnginePorts(
    EventLoop loop,
    Clock clock,
    Timers timers,
    ExecutorService threads,
    RandomGenerator random,
    Deadline deadline,
    PrintStream out) {}
