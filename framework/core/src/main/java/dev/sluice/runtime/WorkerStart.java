package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.ManagementSettings;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.PlannedTask;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.health.ManagementServer;
import dev.sluice.spi.Capability;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the parts of a run in order, on the caller's thread, which may block: services, handlers,
 * engine, source. Each is remembered for closing before it is opened, and a stop in between ends
 * the start at once.
 */
final class WorkerStart {
  private static final Logger LOGGER = LoggerFactory.getLogger(WorkerStart.class);

  private final WorkerParts parts;
  private final RunPlan plan;
  private final Vertx vertx;
  private final Context loop;
  private final Clock clock;
  private final DrainDriver driver;
  private final long beganNanos;

  WorkerStart(WorkerParts parts, RunPlan plan) {
    this.parts = parts;
    this.plan = plan;
    this.vertx = parts.vertx();
    this.loop = parts.loop();
    this.clock = parts.clock();
    this.driver = parts.driver();
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
    parts.status().plan(plan);
    listen();
    ConnectedServices services = connect(plan.config().services());
    open(services);
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

  private void listen() throws StoppedWhileStarting {
    ManagementSettings settings = plan.config().management();
    Future<ManagementServer> server = ManagementServer.start(vertx, settings, parts.status());
    // One that could not be started has said so itself.
    remember(
        "management",
        within ->
            server.transform(
                started ->
                    started.succeeded() ? started.result().close() : Future.succeededFuture()));
    LOGGER.info("probes and status on port {}", await(server).port());
  }

  private ConnectedServices connect(ServiceSettings settings) throws StoppedWhileStarting {
    ConnectedServices services = new ConnectedServices();
    for (ServiceSettings.Declared<?> declared : settings.declared()) {
      ServiceProvider.Service service = declared.create(vertx);
      remember(declared.toString(), service::close);
      await(service.check(left()));
      services.recognises(service::dependencyDown);
      services.put(
          declared.provider().serviceType(),
          declared.provider().kind(),
          declared.name(),
          service.client());
      Transacted.put(services, declared, service);
    }
    return services;
  }

  private void remember(String name, java.util.function.Function<Duration, Future<Void>> close)
      throws StoppedWhileStarting {
    if (!parts.closers().add(name, close)) {
      throw new StoppedWhileStarting();
    }
  }

  private void open(ConnectedServices services) throws StoppedWhileStarting {
    EngineTasks tasks = tasks(services);
    Optional<TransactionStore<?>> transactions = services.transactions();
    if (transactions.isPresent()) {
      String pipeline = plan.config().pipeline().name();
      await(onLoop(() -> transactions.get().open(pipeline, left())));
    }
    Optional<DeadLetters> deadLetters = deadLetters();
    Source source = source(stateStore());
    if (transactions.isPresent()) {
      Transacted.check(plan.config().pipeline(), source.capabilities());
    }
    remember("source", source::close);
    parts.status().source(source);
    Promise<EngineRun> built = Promise.promise();
    await(
        onLoop(
            () -> {
              built.complete(
                  new EngineRun(
                      parts,
                      plan,
                      tasks,
                      source,
                      deadLetters,
                      transactions,
                      services::dependencyDown));
              return Future.succeededFuture();
            }));
    EngineRun run = await(built.future());
    await(onLoop(run::begin));
    await(onLoop(() -> openUnlessStopped(source, run)));
    parts.status().opened();
    LOGGER.info(
        "pipeline {} has started; a stop may take {} (need {}, commit {}, close {})",
        plan.config().pipeline().name(),
        plan.chain().window(),
        plan.chain().need(),
        plan.config().shutdown().commit(),
        plan.config().shutdown().close());
  }

  private EngineTasks tasks(ConnectedServices services) throws StoppedWhileStarting {
    List<EngineTask<?>> tasks = new ArrayList<>();
    for (PlannedTask<?> planned : plan.tasks()) {
      tasks.add(task(planned, services));
    }
    return new EngineTasks(tasks, plan.config().pipeline().kinds());
  }

  private <T> EngineTask<T> task(PlannedTask<T> planned, ConnectedServices services)
      throws StoppedWhileStarting {
    ChunkTask<T> task = planned.handler().factory().apply(services);
    remember("handler " + planned.name(), within -> onLoop(task::close));
    await(bounded("open() of handler " + planned.name(), onLoop(task::open)));
    TaskLimit limits = planned.limits();
    return new EngineTask<>(
        new TaskSettings(planned.name(), limits.limit(), limits.checkpointEvery()),
        task,
        planned.handler().decoder());
  }

  /** Opened before the source and closed after it: a drain may still write letters. */
  private Optional<DeadLetters> deadLetters() throws StoppedWhileStarting {
    PipelineSettings pipeline = plan.config().pipeline();
    Optional<DeadLetters> writer =
        pipeline.deadLetter().map(settings -> settings.create(pipeline.name(), vertx));
    if (writer.isPresent()) {
      remember("dead letters", writer.get()::close);
      await(onLoop(() -> writer.get().open(left())));
    }
    return writer;
  }

  /** Opened before the source and closed after it: its last settle may still put states. */
  private Optional<StateStore> stateStore() throws StoppedWhileStarting {
    PipelineSettings pipeline = plan.config().pipeline();
    Optional<StateStore> store =
        pipeline.resumeState().map(settings -> settings.create(pipeline.name(), vertx));
    if (store.isPresent()) {
      remember("resume states", store.get()::close);
      await(onLoop(() -> store.get().open(left())));
    }
    return store;
  }

  private Future<Void> openUnlessStopped(Source source, EngineRun run) {
    return driver.stopRequested()
        ? Future.failedFuture(new StoppedWhileStarting())
        : source.open(run.inbox(), left());
  }

  private Future<Void> bounded(String what, Future<Void> part) {
    return part.timeout(left().toMillis(), TimeUnit.MILLISECONDS)
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof TimeoutException
                        ? new InvalidSetup(
                            what
                                + " has not completed within startup ("
                                + Durations.print(plan.config().startup())
                                + ")\nFix: find out what it waits for, or raise startup",
                            cause)
                        : cause));
  }

  private Source source(Optional<StateStore> states) {
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
                        pipeline.chunk().records(),
                        plan.identity(),
                        pipeline.retry().topics(),
                        states,
                        pipeline.kinds().keySet())
                    .withAttempts(pipeline.retry().attempts()));
    Set<Capability> can = source.capabilities();
    if (!pipeline.retry().topics().isEmpty() && !can.contains(Capability.DELAYED_RETRY)) {
      throw new InvalidSetup(
          "pipeline.retry.topics: the source '"
              + pipeline.source().provider().name()
              + "' keeps no records for later (DELAYED_RETRY); retries happen in place, with the"
              + " pauses of pipeline.retry.backoff\nFix: remove topics");
    }
    boolean cumulative =
        can.contains(Capability.CUMULATIVE) && can.contains(Capability.FREE_HAND_BACK);
    if (!cumulative && !can.contains(Capability.INDIVIDUAL)) {
      throw new InvalidSetup(
          "pipeline.source."
              + pipeline.source().provider().name()
              + ": this engine needs a source that settles each record (INDIVIDUAL), or positions"
              + " with free hand-back (CUMULATIVE and FREE_HAND_BACK); this one can "
              + can);
    }
    return source;
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
          } catch (RuntimeException | Error e) {
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
}
