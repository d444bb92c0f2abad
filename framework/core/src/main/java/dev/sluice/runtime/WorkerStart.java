package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.ManagementSettings;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.PlannedTask;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.health.ManagementServer;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the parts of a run in order, on the caller's thread, which may block: services, handlers,
 * engine, source. All but the services are made before the first of them is opened, so that a
 * pipeline that is refused has changed nothing. Each is remembered for closing before it is opened,
 * and a stop in between ends the start at once.
 */
final class WorkerStart {
  private static final Logger LOGGER = LoggerFactory.getLogger(WorkerStart.class);

  private final WorkerParts parts;
  private final RunPlan plan;
  private final Vertx vertx;
  private final DrainDriver driver;
  private final StartWait wait;

  WorkerStart(WorkerParts parts, RunPlan plan) {
    this.parts = parts;
    this.plan = plan;
    this.vertx = parts.vertx();
    this.driver = parts.driver();
    this.wait =
        new StartWait(plan.config().startup(), parts.loop(), parts.clock(), driver.stopping());
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

  private void remember(String name, Function<Duration, Future<Void>> close)
      throws StoppedWhileStarting {
    if (!parts.closers().add(name, close)) {
      throw new StoppedWhileStarting();
    }
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
    LOGGER.info("probes and status on port {}", wait.until(server).port());
  }

  private ConnectedServices connect(ServiceSettings settings) throws StoppedWhileStarting {
    ConnectedServices services = new ConnectedServices();
    for (ServiceSettings.Declared<?> declared : settings.declared()) {
      ServiceProvider.Service service = declared.create(vertx);
      remember(declared.toString(), service::close);
      wait.until(service.check(wait.left()));
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

  private void open(ConnectedServices services) throws StoppedWhileStarting {
    List<EngineTask<?>> made =
        plan.tasks().stream().<EngineTask<?>>map(planned -> task(planned, services)).toList();
    Optional<TransactionStore<?>> transactions = services.transactions();
    Optional<DeadLetters> deadLetters = deadLetters();
    Optional<StateStore> states = stateStore();
    Source source = source(states);
    // Nothing is open yet, so what is refused here has changed nothing.
    SourceCheck.check(plan.config().pipeline(), source.capabilities());
    if (transactions.isPresent()) {
      Transacted.check(plan.config().pipeline(), source.capabilities());
    }
    for (EngineTask<?> task : made) {
      open(task);
    }
    String pipeline = plan.config().pipeline().name();
    if (transactions.isPresent()) {
      wait.until(wait.onLoop(() -> transactions.get().open(pipeline, wait.left())));
    }
    // Opened before the source and closed after it: a drain may still write letters, and the
    // source's last settle may still put states.
    if (deadLetters.isPresent()) {
      remember("dead letters", deadLetters.get()::close);
      wait.until(wait.onLoop(() -> deadLetters.get().open(wait.left())));
    }
    if (states.isPresent()) {
      remember("resume states", states.get()::close);
      wait.until(wait.onLoop(() -> states.get().open(wait.left())));
    }
    remember("source", source::close);
    parts.status().source(source);
    EngineTasks tasks = new EngineTasks(made, plan.config().pipeline().kinds());
    Promise<EngineRun> built = Promise.promise();
    wait.until(
        wait.onLoop(
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
    EngineRun run = wait.until(built.future());
    wait.until(wait.onLoop(run::begin));
    wait.until(wait.onLoop(() -> openUnlessStopped(source, run)));
    parts.status().opened();
    LOGGER.info(
        "pipeline {} has started; a stop may take {} (need {}, commit {}, close {})",
        plan.config().pipeline().name(),
        plan.chain().window(),
        plan.chain().need(),
        plan.config().shutdown().commit(),
        plan.config().shutdown().close());
  }

  private <T> EngineTask<T> task(PlannedTask<T> planned, ConnectedServices services) {
    TaskLimit limits = planned.limits();
    return new EngineTask<>(
        new TaskSettings(planned.name(), limits.limit(), limits.checkpointEvery()),
        planned.handler().factory().apply(services),
        planned.handler().decoder());
  }

  private void open(EngineTask<?> made) throws StoppedWhileStarting {
    ChunkTask<?> task = made.task();
    String name = made.settings().handler();
    remember("handler " + name, within -> wait.onLoop(task::close));
    wait.until(wait.bounded("open() of handler " + name, wait.onLoop(task::open)));
  }

  private Optional<DeadLetters> deadLetters() {
    PipelineSettings pipeline = plan.config().pipeline();
    return pipeline.deadLetter().map(settings -> settings.create(pipeline.name(), vertx));
  }

  private Optional<StateStore> stateStore() {
    PipelineSettings pipeline = plan.config().pipeline();
    return pipeline.resumeState().map(settings -> settings.create(pipeline.name(), vertx));
  }

  private Future<Void> openUnlessStopped(Source source, EngineRun run) {
    return driver.stopRequested()
        ? Future.failedFuture(new StoppedWhileStarting())
        : source.open(run.inbox(), wait.left());
  }

  private Source source(Optional<StateStore> states) {
    PipelineSettings pipeline = plan.config().pipeline();
    ShutdownSettings shutdown = plan.config().shutdown();
    return pipeline
        .source()
        .create(
            new SourceContext(
                    vertx,
                    parts.clock(),
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
                .withAttempts(pipeline.retry().attempts())
                .withWork(pipeline.work(plan.pipeline().limit())));
  }
}
