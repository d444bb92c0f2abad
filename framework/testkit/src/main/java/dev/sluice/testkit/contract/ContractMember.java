package dev.sluice.testkit.contract;

import dev.sluice.api.Decoder;
import dev.sluice.drain.StopReason;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Source;
import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One worker: the real engine on an event loop, in front of the source under test. */
final class ContractMember {
  private static final Duration OPEN = Duration.ofSeconds(20);
  private static final Duration BURIAL = Duration.ofSeconds(1);

  private static final Duration STOOD_STILL = Duration.ofSeconds(2);

  private final String name;
  private final ContractBroker broker;
  private final Source source;
  private final MemberLoop loop;
  private final MemberClock clock = new MemberClock();
  private final WitnessedHandler handler;
  private final EngineAssembly<String> worker;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Consumer<Boolean> disconnected;
  private boolean dead;
  private boolean frozen;

  /**
   * A worker that has not started.
   *
   * @param transactions what its handler writes in, if it does
   * @param disconnected ends its transactions, as a server that misses it does; told whether it is
   *     dead
   */
  ContractMember(
      String name,
      Vertx vertx,
      ContractBroker broker,
      Source source,
      EngineFigures figures,
      WitnessedHandler handler,
      DeadLetters letters,
      Optional<TransactionStore<?>> transactions,
      Consumer<Boolean> disconnected) {
    this.disconnected = disconnected;
    this.name = name;
    this.broker = broker;
    this.source = source;
    this.handler = handler;
    loop = new MemberLoop(vertx);
    worker =
        new EngineAssembly<>(
            figures,
            handler,
            Decoder.string(),
            source,
            new EnginePorts(
                loop,
                clock,
                loop,
                Optional.of(letters),
                transactions,
                cause -> false,
                Runnable::run,
                () -> 0,
                // Never looked at: whoever runs the contract must not be halted.
                new ManualDeadline(),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
  }

  /** Starts, and waits until the source is open. */
  void open() {
    Promise<Void> opened = Promise.promise();
    loop.execute(
        () -> {
          worker.watchTurns();
          worker.start(OPEN).onComplete(opened);
        });
    Patience.get(opened.future());
  }

  private <A> A ask(Supplier<A> question) {
    Promise<A> answer = Promise.promise();
    loop.execute(() -> answer.complete(question.get()));
    return Patience.get(answer.future());
  }

  /** How many records its handler was called with. */
  long records() {
    return handler.records();
  }

  EngineCounts counts() {
    return ask(worker::counts);
  }

  boolean quiet() {
    return ask(worker::quiet);
  }

  boolean halted() {
    return ask(() -> !worker.halted().isEmpty());
  }

  boolean down() {
    return ask(() -> worker.outage().isPresent());
  }

  /** SIGTERM. */
  void stop() {
    worker.stop(StopReason.TERM);
  }

  boolean alive() {
    return !dead;
  }

  /** Whether its loop turns. */
  boolean hears() {
    return !dead && !frozen;
  }

  /** Waits until it has ended, and what it says then. */
  StopReport awaitReport() {
    Patience.get(worker.exit());
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"drain-report\""))
        .findFirst()
        .map(StopReport::parse)
        .orElseThrow(() -> new AssertionError(name + " has ended without a report"));
  }

  /** SIGKILL. */
  void kill() {
    broker.silence(name);
    loop.kill();
    disconnected.accept(true);
    dead = true;
  }

  /** The process stands still, as by SIGSTOP. */
  void freeze() {
    broker.silence(name);
    loop.freeze();
    disconnected.accept(false);
    frozen = true;
  }

  /** It goes on. */
  void thaw() {
    clock.skip(STOOD_STILL);
    broker.hear(name);
    loop.thaw();
    frozen = false;
  }

  /** Ends what is left of it in this process. */
  void bury() {
    if (dead) {
      // Fails, for it can't reach its broker; all that counts is that its threads end.
      Promise<Void> closed = Promise.promise();
      source.close(BURIAL).onComplete(over -> closed.complete());
      Patience.get(closed.future());
    } else {
      loop.thaw();
      stop();
      Patience.get(worker.exit());
    }
  }
}
