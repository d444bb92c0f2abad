package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.config.OnFailure;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.drain.DrainEvent;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Capability;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the parts of a run in order, on the caller's thread, which may block: services, handler,
 * engine, source. Each is remembered for closing before it is opened, and a stop in between ends
 * the start at once.
 */
final class WorkerStart implements EngineListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(WorkerStart.class);
  private static final Duration SNAPSHOT_EVERY = Duration.ofMillis(250);
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final Vertx vertx;
  private final Context loop;
  private final Clock clock;
  private final Tally tally;
  private final Closers closers;
  private final DrainDriver driver;
  private final StopReporter reporter;
  private final LastWords words;
  private final DeadlineThread deadline;
  private final VertxTimers timers;
  private final long beganNanos;

  WorkerStart(
      RunPlan plan,
      Vertx vertx,
      Context loop,
      Clock clock,
      Tally tally,
      Closers closers,
      DrainDriver driver,
      StopReporter reporter,
      LastWords words,
      DeadlineThread deadline) {
    this.plan = plan;
    this.vertx = vertx;
    this.loop = loop;
    this.clock = clock;
    this.tally = tally;
    this.closers = closers;
    this.driver = driver;
    this.reporter = reporter;
    this.words = words;
    this.deadline = deadline;
    this.timers = new VertxTimers(vertx, loop);
    this.beganNanos = clock.nanos();
  }

  void run() throws StoppedWhileStarting {
    adoptEnvironment();
    ShutdownSettings shutdown = plan.config().shutdown();
    driver.window(
        new Window(
            plan.config().pipeline().name(),
            plan.chain().need(),
            shutdown.commit(),
            shutdown.close()));
    ConnectedServices services = connect(plan.config().services());
    open(plan.handler(), services);
  }

  private void adoptEnvironment() throws StoppedWhileStarting {
    remember(
        "environment",
        within ->
            vertx.executeBlocking(
                () -> {
                  plan.environment().close();
                  return null;
                }));
  }

  private ConnectedServices connect(ServiceSettings settings) throws StoppedWhileStarting {
    ConnectedServices services = new ConnectedServices();
    for (ServiceSettings.Declared<?> declared : settings.declared()) {
      ServiceProvider.Service service = declared.create(vertx);
      remember(declared.toString(), service::close);
      await(service.check(left()));
      services.put(
          declared.provider().serviceType(),
          declared.provider().kind(),
          declared.name(),
          service.client());
    }
    return services;
  }

  private void remember(String name, java.util.function.Function<Duration, Future<Void>> close)
      throws StoppedWhileStarting {
    if (!closers.add(name, close)) {
      throw new StoppedWhileStarting();
    }
  }

  private <T> void open(Handlers.Named<T> handler, ConnectedServices services)
      throws StoppedWhileStarting {
    ChunkTask<T> task = handler.factory().apply(services);
    remember("handler " + handler.name(), within -> onLoop(task::close));
    await(onLoop(task::open));
    Source source = source();
    remember("source", source::close);
    ExecutorService threads = Executors.newCachedThreadPool(WorkerStart::handlerThread);
    Promise<PipelineEngine<T>> built = Promise.promise();
    loop.runOnContext(v -> built.complete(engine(task, handler.decoder(), source, threads)));
    PipelineEngine<T> engine = await(built.future());
    await(onLoop(() -> begin(engine, source)));
    await(source.open(engine, left()));
    LOGGER.info(
        "pipeline {} has started; a stop may take {} (need {}, commit {}, close {})",
        plan.config().pipeline().name(),
        plan.chain().window(),
        plan.chain().need(),
        plan.config().shutdown().commit(),
        plan.config().shutdown().close());
  }

  private static Thread handlerThread(Runnable body) {
    Thread thread = new Thread(body, "sluice-handler");
    thread.setDaemon(true);
    return thread;
  }

  private Source source() {
    PipelineSettings pipeline = plan.config().pipeline();
    ShutdownSettings shutdown = plan.config().shutdown();
    Source source =
        pipeline
            .source()
            .create(
                new SourceContext(
                    vertx,
                    clock,
                    pipeline.name(),
                    new SourceContext.Figures(
                        plan.chain().need(),
                        shutdown.commit(),
                        shutdown.close(),
                        shutdown.margin()),
                    pipeline.chunk().records()));
    Set<Capability> missing = EnumSet.allOf(Capability.class);
    missing.removeAll(source.capabilities());
    if (!missing.isEmpty()) {
      throw new InvalidSetup(
          "pipeline.source."
              + pipeline.source().provider().name()
              + ": this engine needs a source that is "
              + missing);
    }
    return source;
  }

  private <T> PipelineEngine<T> engine(
      ChunkTask<T> task, Decoder<T> decoder, Source source, ExecutorService threads) {
    PipelineSettings pipeline = plan.config().pipeline();
    EngineSettings settings =
        new EngineSettings(
            pipeline.handler(),
            pipeline.chunk().records(),
            pipeline.chunk().bytes().bytes(),
            pipeline.chunk().linger(),
            pipeline.concurrency().chunks(),
            pipeline.recordsHeld(),
            pipeline.concurrency().bytes().bytes(),
            plan.limits().limit(),
            plan.config().shutdown().commit(),
            pipeline.retry().attempts(),
            pipeline.retry().backoff().initial(),
            pipeline.retry().backoff().max(),
            pipeline.retry().then() == OnFailure.SKIP,
            pipeline.malformed() == OnFailure.SKIP);
    return new PipelineEngine<>(
        settings, task, decoder, source, clock, timers, loop, threads, new Random(), tally, this);
  }

  /** On the event loop: from here on a stop drains, because the source may deliver. */
  private Future<Void> begin(PipelineEngine<?> engine, Source source) {
    Snapshots snapshots = new Snapshots(engine, tally, clock);
    driver.engine(engine, () -> reporter.publish(snapshots.take()));
    driver.fire(new DrainEvent.Started());
    if (!(driver.state() instanceof DrainState.Running)) {
      return Future.failedFuture(new StoppedWhileStarting());
    }
    timers.every(SNAPSHOT_EVERY, () -> reporter.publish(snapshots.take()));
    ProgressLine progress = new ProgressLine(clock, tally);
    timers.every(
        PROGRESS_EVERY,
        () -> {
          if (driver.state() instanceof DrainState.Running) {
            progress.next(reporter.snapshot()).ifPresent(words::line);
          }
        });
    plan.exitWhenIdle()
        .ifPresent(
            idleFor ->
                new IdleWatch(engine, source, clock, loop, idleFor, () -> idle(engine))
                    .start(timers));
    return Future.succeededFuture();
  }

  private void idle(PipelineEngine<?> engine) {
    if (engine.halted().isEmpty()) {
      driver.stop(StopReason.IDLE, clock.nanos());
    } else {
      LOGGER.error("nothing is left to do but in stopped lanes: {}", engine.halted());
      driver.stop(StopReason.FATAL, clock.nanos());
    }
  }

  private Duration left() {
    Duration left = plan.config().startup().minus(clock.since(beganNanos));
    return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
  }

  private Future<Void> onLoop(Supplier<Future<Void>> action) {
    Promise<Void> done = Promise.promise();
    loop.runOnContext(
        v -> {
          try {
            action.get().onComplete(done);
          } catch (RuntimeException e) {
            done.fail(e);
          }
        });
    return done.future();
  }

  /** Waits for a part to start, or for a stop, whichever comes first. */
  private <A> A await(Future<A> part) throws StoppedWhileStarting {
    CompletableFuture<A> started = part.toCompletionStage().toCompletableFuture();
    CompletableFuture<Void> stopping = driver.stopping().toCompletionStage().toCompletableFuture();
    try {
      CompletableFuture.anyOf(started, stopping).get();
      if (!started.isDone()) {
        throw new StoppedWhileStarting();
      }
      return started.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedWhileStarting();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoppedWhileStarting stopped) {
        throw stopped;
      }
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException(Causes.brief(e.getCause()), e.getCause());
    }
  }

  // What the engine says, on the event loop.

  @Override
  public void sourceFailed(Throwable cause) {
    LOGGER.error("the source can't go on", cause);
    driver.stop(StopReason.FATAL, clock.nanos());
  }

  @Override
  public void laneHalted(LaneRef lane, String reason) {
    LOGGER.debug("{} halted, alive: {}", lane, deadline.alive());
  }

  @Override
  public void leftBehind() {
    driver.fire(new DrainEvent.TryFailed());
  }
}
