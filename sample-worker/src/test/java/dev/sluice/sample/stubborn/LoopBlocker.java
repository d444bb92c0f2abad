package dev.sluice.sample.stubborn;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.util.concurrent.locks.LockSupport;

/** Blocks the event loop for ever, as a handler with a bug does. */
final class LoopBlocker implements ChunkHandler<String> {
  private final TaskLimits limits;

  LoopBlocker(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    Said.line("began " + chunk.size());
    while (true) {
      LockSupport.park(this);
    }
  }
}
