package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.RetrySettings;
import dev.sluice.drain.DrainEvent;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Source;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One engine and what turns with it on its event loop: snapshots, the progress line, the idle
 * watch. Made and used on the event loop.
 */
final class EngineRun implements EngineListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(EngineRun.class);
  private static final Duration SNAPSHOT_EVERY = Duration.ofMillis(250);
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  private final WorkerParts parts;
  private final RunPlan plan;
  private final Source source;
  private final VertxTimers timers;
  private final PipelineEngine engine;
  private final AtomicBoolean printing = new AtomicBoolean();

  EngineRun(
      WorkerParts parts,
      RunPlan plan,
      EngineTasks tasks,
      Source source,
      Optional<DeadLetters> deadLetters,
      Optional<TransactionStore<?>> transactions,
      Predicate<Throwable> dependencyDown) {
    this.parts = parts;
    this.plan = plan;
    this.source = source;
    this.timers = new VertxTimers(parts.vertx(), parts.loop());
    this.engine =
        new PipelineEngine(
            settings(plan, source, transactions.isPresent()),
            tasks,
            new EngineDependencies(
                Self.of(plan, parts.clock()),
                source,
                deadLetters,
                transactions,
                dependencyDown,
                parts.clock(),
                timers,
                EventLoop.of(parts.loop()),
                Executors.newCachedThreadPool(EngineRun::handlerThread),
                new Random()),
            parts.tally(),
            this);
  }

  private static Thread handlerThread(Runnable body) {
    Thread thread = new Thread(body, "sluice-handler");
    thread.setDaemon(true);
    return thread;
  }

  private static EngineSettings settings(RunPlan plan, Source source, boolean transactions) {
    PipelineSettings pipeline = plan.config().pipeline();
    RetrySettings retry = pipeline.retry();
    return new EngineSettings(
        pipeline.name(),
        pipeline.ordering(),
        EngineSettings.settling(source.capabilities(), transactions),
        EngineSettings.stateBytes(source, transactions),
        pipeline.chunk().records(),
        pipeline.chunk().bytes().bytes(),
        pipeline.chunk().linger(),
        pipeline.concurrency().chunks(),
        pipeline.recordsHeld(),
        pipeline.concurrency().bytes().bytes(),
        plan.config().shutdown().commit(),
        new FailureSettings(
            retry.attempts(),
            retry.backoff().initial(),
            retry.backoff().max(),
            pipeline.afterLastAttempt(),
            pipeline.malformedPolicy(),
            pipeline.source().missingId(),
            retry.rules(),
            retry.ceiling().deadLetters(),
            retry.ceiling().per()));
  }

  /** What the source delivers to. */
  Engine inbox() {
    return new EngineInbox(engine, EventLoop.of(parts.loop()), parts.clock());
  }

  /** From here on a stop drains, because the source may deliver. */
  Future<Void> begin() {
    Snapshots snapshots = new Snapshots(engine, parts.tally(), parts.clock());
    StopReporter reporter = parts.reporter();
    DrainDriver driver = parts.driver();
    Runnable publish = () -> reporter.publish(snapshots.take());
    driver.engine(engine, publish);
    driver.fire(new DrainEvent.Started());
    if (!(driver.state() instanceof DrainState.Running)) {
      return Future.failedFuture(new StoppedWhileStarting());
    }
    engine.begin();
    publish.run();
    timers.every(SNAPSHOT_EVERY, publish);
    engine.turned();
    timers.every(PipelineEngine.TURNS, engine::turned);
    ProgressLine progress = new ProgressLine(parts.clock(), parts.tally());
    timers.every(PROGRESS_EVERY, () -> printProgress(progress));
    plan.exitWhenIdle()
        .ifPresent(
            idleFor ->
                new IdleWatch(
                        engine,
                        parts.tally(),
                        source,
                        parts.clock(),
                        EventLoop.of(parts.loop()),
                        idleFor,
                        this::idle)
                    .start(timers));
    return Future.succeededFuture();
  }

  private void printProgress(ProgressLine progress) {
    if (parts.driver().state() instanceof DrainState.Running) {
      progress.next(parts.reporter().snapshot()).ifPresent(this::print);
    }
  }

  /**
   * Off the event loop, because nobody may be reading; a line that finds the last one hanging goes.
   */
  private void print(String line) {
    if (printing.compareAndSet(false, true)) {
      parts
          .vertx()
          .executeBlocking(
              () -> {
                parts.words().line(line);
                return null;
              },
              false)
          .onComplete(printed -> printing.set(false));
    }
  }

  private void idle() {
    if (parts.driver().stopRequested()) {
      return;
    }
    boolean done = engine.halted().isEmpty();
    if (!done) {
      LOGGER.error("nothing is left to do but in stopped lanes: {}", engine.halted());
    }
    parts.driver().stop(done ? StopReason.IDLE : StopReason.FATAL, parts.clock().nanos());
  }

  @Override
  public void sourceFailed(Throwable cause) {
    if (cause instanceof InvalidSetup) {
      LOGGER.error("the source can't go on: {}", cause.getMessage());
    } else {
      LOGGER.error("the source can't go on", cause);
    }
    parts.driver().stop(StopReason.FATAL, parts.clock().nanos());
  }

  @Override
  public void leftBehind() {
    parts.driver().fire(new DrainEvent.TryFailed());
  }
}
