package dev.sluice.testkit;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** One process of a {@link WorkerHarness}, from its start to its end. */
final class HarnessLife<T> {
  private static final Duration OPEN = Duration.ofSeconds(30);

  /** Pauses between tries are as long as they can be, so that tests know them. */
  private static final RandomGenerator LONGEST = () -> -1L;

  final ManualLoop loop = new ManualLoop();
  final ManualTimers timers;
  final ManualDeadline deadline = new ManualDeadline();
  final FakeSource source;
  final EngineAssembly<T> engine;
  private final ManualClock clock;
  private final ExecutorService threads = Executors.newCachedThreadPool(HarnessLife::thread);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private boolean killed;

  HarnessLife(
      EngineFigures figures,
      ChunkTask<T> task,
      Decoder<T> decoder,
      FakeBroker broker,
      ManualClock clock) {
    this.clock = clock;
    timers = new ManualTimers(clock, loop);
    source = new FakeSource(broker);
    engine =
        new EngineAssembly<>(
            figures,
            task,
            decoder,
            source,
            new EnginePorts(
                loop,
                clock,
                timers,
                threads,
                LONGEST,
                deadline,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    loop.run(() -> engine.start(OPEN));
  }

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(body, "sluice-handler");
    thread.setDaemon(true);
    return thread;
  }

  boolean over() {
    return killed || engine.exit().isComplete() || deadline.halted().isPresent();
  }

  OptionalInt exitCode() {
    if (deadline.halted().isPresent()) {
      return deadline.halted();
    }
    return engine.exit().isComplete()
        ? OptionalInt.of(engine.exit().result())
        : OptionalInt.empty();
  }

  Optional<StopReport> report() {
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(StopReport::isOne)
        .findFirst()
        .map(StopReport::parse);
  }

  /** Turns the loop until it has nothing to do, timers that are due included. */
  void rest() {
    do {
      loop.turnAll();
    } while (!over() && timers.fireDue() > 0);
    engine.publish();
  }

  /** Moves the clock, stopping at every timer and at the deadline. */
  void advance(Duration by) {
    long target = clock.nanos() + by.toNanos();
    rest();
    while (!over()) {
      long next = Math.min(target, Math.min(at(timers.nextDueNanos()), at(deadline.atNanos())));
      clock.moveTo(Math.max(clock.nanos(), next));
      if (deadline.look(clock.nanos())) {
        break;
      }
      boolean last = next == target;
      boolean fired = timers.fireDue() > 0;
      rest();
      if (last && !fired) {
        break;
      }
    }
    if (clock.nanos() < target) {
      clock.moveTo(target);
    }
  }

  private static long at(OptionalLong nanos) {
    return nanos.orElse(Long.MAX_VALUE);
  }

  /** The process dies with all it holds; what the broker knows of it stays. */
  void kill() {
    killed = true;
    loop.discard();
    timers.discard();
    threads.shutdownNow();
    source.vanish();
  }
}
