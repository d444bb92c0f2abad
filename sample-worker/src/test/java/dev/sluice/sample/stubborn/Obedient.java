package dev.sluice.sample.stubborn;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * Names each record it is given, takes {@code -Dstubborn.work} milliseconds for the chunk and is
 * done.
 */
final class Obedient implements ChunkHandler<String> {
  private final TaskLimits limits;

  Obedient(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  /** Never completes with {@code -Dstubborn.close}. */
  @Override
  public Future<Void> close() {
    return Boolean.getBoolean("stubborn.close")
        ? Promise.<Void>promise().future()
        : Future.succeededFuture();
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    for (SourceRecord<String> line : chunk.records()) {
      Said.line("record " + line.value());
    }
    Said.line("began " + chunk.size());
    Promise<Outcome> done = Promise.promise();
    Vertx.currentContext()
        .owner()
        .setTimer(Long.getLong("stubborn.work", 1L), fired -> done.complete(Outcome.DONE));
    return done.future();
  }
}
