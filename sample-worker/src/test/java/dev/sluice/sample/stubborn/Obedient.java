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

/** Names each record it is given, takes its time for the chunk and is done. */
final class Obedient implements ChunkHandler<String> {
  private final TaskLimits limits;

  /**
   * @param limits what it declares; a try takes {@code -Dstubborn.work} milliseconds
   */
  Obedient(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
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
