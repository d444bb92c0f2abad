package dev.sluice.sample.stubborn;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Begins a try and is never heard of again; holds up nobody else. */
final class Unending implements ChunkHandler<String> {
  private final TaskLimits limits;

  Unending(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    Said.line("began " + chunk.size());
    return Promise.<Outcome>promise().future();
  }
}
