package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * A handler whose calls a test ends by hand. Checks how it is called: never during a drain, and
 * never twice at once on one lane unless the lane has come back in another generation.
 */
final class ScriptedHandler implements ChunkHandler<String> {
  private final List<ScriptedCall> calls = new CopyOnWriteArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final Processed processed = new Processed();
  private final Consumer<Runnable> onLoop;
  private final ToLongFunction<String> generations;

  /**
   * @param onLoop runs what a call does
   * @param generations how often a lane has been given to the worker
   */
  ScriptedHandler(Consumer<Runnable> onLoop, ToLongFunction<String> generations) {
    this.onLoop = onLoop;
    this.generations = generations;
  }

  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofSeconds(60));
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    long generation = generations.applyAsLong(chunk.lane());
    ScriptedCall call = new ScriptedCall(chunk, generation, context, onLoop, processed);
    if (context.draining()) {
      violations.add(call + " is started during a drain");
    }
    if (unended().stream().anyMatch(call::ofTheSameLane)) {
      violations.add(call + " is started while an earlier call of its lane runs");
    }
    calls.add(call);
    return call.future();
  }

  List<ScriptedCall> calls() {
    return calls;
  }

  /** Calls whose handler has not ended. */
  List<ScriptedCall> unended() {
    return calls.stream().filter(ScriptedCall::open).toList();
  }

  ScriptedCall last() {
    return calls.get(calls.size() - 1);
  }

  Processed processed() {
    return processed;
  }

  List<String> violations() {
    return violations;
  }
}
