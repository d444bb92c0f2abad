package dev.sluice.sample.stubborn;

import dev.sluice.Worker;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import dev.sluice.api.TaskLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The worker. {@code -Dstubborn.hook} adds another library's shutdown hook that hangs; {@code
 * -Dstubborn.announce} says when the signal handlers stand.
 */
public final class StubbornWorker {
  private static final Duration SHORT = Duration.ofSeconds(1);

  private StubbornWorker() {}

  /** Runs the command line; see {@link Worker}. */
  public static void main(String[] args) {
    if (Boolean.getBoolean("stubborn.hook")) {
      Runtime.getRuntime().addShutdownHook(new Thread(StubbornWorker::hang));
    }
    TaskLimits promise = TaskLimits.limit(Duration.ofMinutes(1)).checkpointEvery(SHORT);
    Worker.Builder worker =
        Worker.with(
            named("obedient", new Obedient(TaskLimits.limit(Duration.ofSeconds(5)))),
            named("breaks-its-promise", new Unending(promise)),
            named("remembers", new Remembering(promise)),
            named("unending", new Unending(TaskLimits.limit(Duration.ofSeconds(2)))),
            named("blocks-the-loop", new LoopBlocker(TaskLimits.limit(SHORT))),
            named("blocks-its-thread", new ThreadBlocker(promise)),
            named("undeclared", new Obedient(TaskLimits.declaredByDeployment())));
    if (Boolean.getBoolean("stubborn.announce")) {
      worker.environment(StubbornWorker::announce);
    }
    worker.run(args);
  }

  private static Handlers.Named<String> named(String name, ChunkTask<String> task) {
    return Handlers.named(name, Decoder.string(), services -> task);
  }

  private static void hang() {
    Said.line("the hook hangs");
    while (true) {
      LockSupport.park();
    }
  }

  private static Environment announce() {
    Said.line("the handlers stand");
    return new Environment() {
      @Override
      public Map<String, String> variables() {
        return Map.of();
      }

      @Override
      public void close() {
        Said.line("the environment is closed");
      }
    };
  }
}
