package dev.sluice;

import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import dev.sluice.cli.PipelineRunner;
import dev.sluice.cli.ProcessExit;
import dev.sluice.cli.Surroundings;
import dev.sluice.cli.WorkerCli;
import dev.sluice.cli.WorkerSetup;
import dev.sluice.runtime.ShutdownSignals;
import dev.sluice.runtime.WorkerRuntime;
import dev.sluice.time.SystemClock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The entry point of a worker jar.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   Worker.run(args, Handlers.named("load", Decoder.json(Order.class), services -> new LoadOrders()));
 * }
 * }</pre>
 *
 * <p>The command line: {@code run} (also when no command is given), {@code describe}, {@code
 * chain}, {@code check}, {@code schema}, {@code --help}, {@code --version}, and what the adapters
 * of the jar add.
 */
public final class Worker {

  private Worker() {}

  /**
   * Runs the command line and exits the JVM with its code; see {@link dev.sluice.cli.ExitCode}.
   * Call it first thing in {@code main}: a signal before the handlers stand ends the JVM at once.
   *
   * @param args as {@code main} got them
   * @param handlers at least one, names unique; {@code pipeline.handler} chooses
   */
  public static void run(String[] args, Handlers.Named<?>... handlers) {
    with(handlers).run(args);
  }

  /**
   * A worker with more than handlers.
   *
   * @param handlers at least one, names unique; {@code pipeline.handler} chooses
   */
  public static Builder with(Handlers.Named<?>... handlers) {
    return new Builder(List.of(handlers));
  }

  /** What a jar may add to its handlers. Belongs to one thread. */
  public static final class Builder {
    private final List<Handlers.Named<?>> handlers;
    private Optional<Object> options = Optional.empty();
    private Optional<Callable<? extends Environment>> environment = Optional.empty();

    private Builder(List<Handlers.Named<?>> handlers) {
      this.handlers = handlers;
    }

    /**
     * Adds options to {@code run}.
     *
     * @param mixin an object whose fields carry picocli's {@code @Option}; they are set before the
     *     environment is started
     */
    public Builder options(Object mixin) {
      options = Optional.of(mixin);
      return this;
    }

    /**
     * Brings an environment along for {@code run}.
     *
     * @param start starts it, called after the signal handlers stand and before the configuration
     *     is read; may block
     */
    public Builder environment(Callable<? extends Environment> start) {
      environment = Optional.of(Objects.requireNonNull(start, "start"));
      return this;
    }

    /**
     * Runs the command line; blocks until the command has ended and does not exit the JVM.
     *
     * @param args as {@code main} got them
     * @return one of {@link dev.sluice.cli.ExitCode}
     */
    public int execute(String... args) {
      try (WorkerRuntime.Owner owner = new WorkerRuntime.Owner()) {
        return execute(owner, args);
      }
    }

    /**
     * Runs the command line and exits the JVM with its code. The shutdown deadline holds through
     * the exit: a shutdown hook that hangs does not keep the process.
     *
     * @param args as {@code main} got them
     */
    public void run(String... args) {
      ProcessExit.with(execute(new WorkerRuntime.Owner(), args));
    }

    private int execute(WorkerRuntime.Owner owner, String... args) {
      WorkerSetup setup = new WorkerSetup(handlers, options, environment);
      return new WorkerCli(setup, Surroundings.ofProcess(() -> runner(owner))).execute(args);
    }

    private static PipelineRunner runner(WorkerRuntime.Owner owner) {
      SystemClock clock = new SystemClock();
      ShutdownSignals signals = ShutdownSignals.install(clock);
      return new WorkerRuntime(signals, clock, System.getenv(), System.out, owner)::run;
    }
  }
}
