package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.DrainEvent;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An engine and its drain as a worker has them, put together from ports, so that the test kit and
 * the simulation run the real thing on a loop, a clock and timers of their own. It brings no
 * signals, services, management server or idle watch.
 *
 * <p>Methods are called on the loop, or by whoever turns it, unless they say otherwise.
 *
 * @param <T> the decoded value of a record
 */
public final class EngineAssembly<T> {
  private final Source source;
  private final Clock clock;
  private final Timers timers;
  private final Tally tally = new Tally();
  private final Closers closers = new Closers();
  private final PipelineEngine engine;
  private final DrainDriver driver;
  private final EngineInbox inbox;
  private final StopReporter reporter;
  private final Snapshots snapshots;

  /**
   * Puts the parts together; nothing is started.
   *
   * @param figures of the pipeline
   * @param task the handler; the assembly neither opens nor closes it
   * @param decoder turns a record's bytes into the handler's type
   * @param source where records come from; opened by {@link #start}
   * @param ports what everything turns on
   */
  public EngineAssembly(
      EngineFigures figures,
      ChunkTask<T> task,
      Decoder<T> decoder,
      Source source,
      EnginePorts ports) {
    this.source = source;
    this.clock = ports.clock();
    this.timers = ports.timers();
    engine =
        new PipelineEngine(
            figures.settings(source, ports.transactions().isPresent()),
            EngineTasks.one(new EngineTask<>(figures.task(), task, decoder)),
            new EngineDependencies(
                figures.self(ports.random()),
                source,
                ports.deadLetters(),
                ports.transactions(),
                ports.dependencyDown(),
                clock,
                ports.timers(),
                ports.loop(),
                ports.threads(),
                ports.random()),
            tally,
            new Listener());
    inbox = new EngineInbox(engine, ports.loop(), clock);
    snapshots = new Snapshots(engine, tally, clock);
    Phases phases = new Phases(clock);
    reporter = new StopReporter(clock, new LastWords(ports.out()), tally, phases);
    driver =
        new DrainDriver(
            clock,
            ports.timers(),
            ports.loop(),
            ports.deadline(),
            closers,
            tally,
            phases,
            reporter);
    driver.window(figures.window());
  }

  /**
   * Has something closed in the close phase, after the source, in reverse order of these calls.
   *
   * @param close is given its share of the time to close
   */
  public void onClose(String name, Function<Duration, Future<Void>> close) {
    closers.add(name, close);
  }

  /**
   * Takes up work: opens the source, from where on a stop drains.
   *
   * @param within the source's time to open
   * @return the source's answer
   */
  public Future<Void> start(Duration within) {
    closers.add("source", source::close);
    driver.engine(engine, this::publish);
    driver.fire(new DrainEvent.Started());
    engine.begin();
    return source.open(inbox, within);
  }

  /**
   * Has the loop's turns watched, as a worker's are: after a gap of more than a second nothing
   * starts before the source has confirmed the lanes. For timers that keep real time.
   */
  public void watchTurns() {
    engine.turned();
    timers.every(PipelineEngine.TURNS, engine::turned);
  }

  /** The engine as the source sees it; its methods may be called from any thread. */
  public Engine inbox() {
    return inbox;
  }

  /** Takes a snapshot for reports that are written while the loop does not turn. */
  public void publish() {
    reporter.publish(snapshots.take());
  }

  /** Asks for a stop, as a first signal does; callable from any thread. */
  public void stop(StopReason reason) {
    driver.stop(reason, clock.nanos());
  }

  /**
   * Ends the process, as a second signal does; callable from any thread.
   *
   * @param number 15 or 2
   */
  public void secondSignal(int number) {
    driver.secondSignal(number);
  }

  /** Where the worker stands between its start and its end; callable from any thread. */
  public DrainState state() {
    return driver.state();
  }

  /** Completes with the exit code once the report is written. */
  public Future<Integer> exit() {
    return driver.exit();
  }

  /** The books. */
  public EngineCounts counts() {
    return EngineCounts.of(tally, engine.held());
  }

  /** Lanes that can't go on, with the reason. */
  public Map<LaneRef, String> halted() {
    return Collections.unmodifiableMap(engine.halted());
  }

  /** Nothing buffered, running, waiting or unsettled in any lane that is not halted. */
  public boolean quiet() {
    return engine.quiet();
  }

  /** For how long a dependency of the handler has been down, if one is. */
  public Optional<Duration> outage() {
    return engine.outage();
  }

  /** A handler has not come back by limit + commit: the worker is not live any more. */
  public boolean stuck() {
    return engine.stuck();
  }

  private final class Listener implements EngineListener {
    @Override
    public void sourceFailed(Throwable cause) {
      driver.stop(StopReason.FATAL, clock.nanos());
    }

    @Override
    public void leftBehind() {
      driver.fire(new DrainEvent.TryFailed());
    }
  }
}
