package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.drain.StopReason;
import dev.sluice.time.Clock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline in this process: listens to signals, starts the parts in order, waits for the
 * end, and answers with the exit code. Not reusable.
 */
public final class WorkerRuntime {
  private static final Logger LOGGER = LoggerFactory.getLogger(WorkerRuntime.class);
  private static final Duration TICK = Duration.ofSeconds(2);
  private static final Duration VERTX_CLOSE = Duration.ofSeconds(1);
  private static final int LEAST_EVENT_LOOPS = 3;

  private final ShutdownSignals signals;
  private final Clock clock;
  private final LastWords words;
  private final Owner owner;

  /**
   * Who owns the process the worker runs in. The deadline outlives {@link #run} until the owner
   * lets go of it, so that it still holds while the JVM exits.
   */
  public static final class Owner implements AutoCloseable {
    private volatile DeadlineThread deadline;

    /** An owner of nothing yet. */
    public Owner() {}

    /** The process goes on without the worker: no deadline may end it any more. */
    @Override
    public void close() {
      DeadlineThread held = deadline;
      if (held != null) {
        held.dismiss();
      }
    }
  }

  /**
   * @param signals installed by the caller, first thing
   * @param clock monotonic time
   * @param variables the process's environment
   * @param out where progress and the drain report go
   * @param owner holds the deadline when the run is over
   */
  public WorkerRuntime(
      ShutdownSignals signals,
      Clock clock,
      Map<String, String> variables,
      PrintStream out,
      Owner owner) {
    this.signals = signals;
    this.owner = owner;
    this.clock = clock;
    this.words = new LastWords(out, variables);
  }

  /**
   * Runs until the pipeline has stopped. Blocks the caller's thread, which must not be an event
   * loop.
   *
   * @param plan makes the plan once signals are listened to; may block
   * @return the exit code
   * @throws InvalidSetup when the operator must mend something (exit code 2)
   * @throws Exception what the plan threw, unchanged
   */
  public int run(Callable<RunPlan> plan) throws Exception {
    VertxOptions options = new VertxOptions();
    options.setEventLoopPoolSize(Math.max(LEAST_EVENT_LOOPS, options.getEventLoopPoolSize()));
    Vertx vertx = Vertx.vertx(options);
    DeadlineThread deadline = new DeadlineThread(clock, TICK);
    deadline.start();
    owner.deadline = deadline;
    try {
      return run(plan, vertx, deadline);
    } finally {
      closeVertx(vertx);
    }
  }

  private int run(Callable<RunPlan> planning, Vertx vertx, DeadlineThread deadline)
      throws Exception {
    Context loop = vertx.getOrCreateContext();
    Tally tally = new Tally();
    Phases phases = new Phases(clock);
    StopReporter reporter = new StopReporter(clock, words, tally, phases);
    Closers closers = new Closers();
    DrainDriver driver =
        new DrainDriver(
            clock,
            new VertxTimers(vertx, loop),
            EventLoop.of(loop),
            deadline,
            closers,
            tally,
            phases,
            reporter);
    RuntimeStatus status = new RuntimeStatus(clock, driver, reporter, tally, deadline);
    WorkerParts parts =
        new WorkerParts(vertx, loop, clock, tally, closers, driver, reporter, words, status);
    signals.listen(
        new ShutdownSignals.Listener() {
          @Override
          public void first(StopReason reason, long atNanos) {
            driver.stop(reason, atNanos);
          }

          @Override
          public void again(int number) {
            driver.secondSignal(number);
          }
        });
    try {
      RunPlan plan = planning.call();
      new WorkerStart(parts, plan).run();
    } catch (StoppedWhileStarting e) {
      LOGGER.debug("stopped while starting");
    } catch (Exception | Error e) {
      if (!driver.stopRequested()) {
        Promise<Void> closed = Promise.promise();
        Duration within = Window.UNKNOWN.close();
        loop.runOnContext(v -> closers.close(() -> within).onComplete(closed));
        awaitQuietly(closed.future(), within);
        deadline.dismiss();
        throw e;
      }
      LOGGER.debug("the start failed after a stop was asked for", e);
    }
    return exitCode(driver);
  }

  private static int exitCode(DrainDriver driver) {
    try {
      return driver.exit().toCompletionStage().toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InvalidSetup("interrupted while the worker was running", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static void closeVertx(Vertx vertx) {
    awaitQuietly(vertx.close(), VERTX_CLOSE);
  }

  private static void awaitQuietly(Future<Void> future, Duration within) {
    try {
      future
          .toCompletionStage()
          .toCompletableFuture()
          .get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOGGER.debug("closing was not complete", e);
    }
  }
}
