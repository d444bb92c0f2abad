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
import io.vertx.core.buffer.Buffer;

/**
 * Leaves a state of 100 KB in the middle of its chunk and works on until it is asked to stop. Given
 * such a state, it says so and is done.
 */
final class Remembering implements ChunkHandler<String> {
  private static final int BYTES = 100_000;
  private static final int DONE = 4;

  private final TaskLimits limits;

  Remembering(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    String first = chunk.records().get(0).value();
    if (context.resumeState().isPresent()) {
      boolean same = context.resumeState().get().equals(state());
      Said.line("goes on at " + first + " with " + (same ? "its state" : "something else"));
      return Future.succeededFuture(Outcome.DONE);
    }
    Said.line("begins at " + first);
    SourceRecord<String> middle = chunk.records().get(Math.min(DONE, chunk.records().size()) - 1);
    Promise<Outcome> stopped = Promise.promise();
    context
        .checkpoint(middle, state())
        .onSuccess(stored -> Said.line("stored"))
        .onSuccess(stored -> untilDraining(context, stopped))
        .onFailure(stopped::fail);
    return stopped.future();
  }

  private static Buffer state() {
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return Buffer.buffer(bytes);
  }

  private static void untilDraining(ChunkContext<String> context, Promise<Outcome> stopped) {
    Vertx.currentContext()
        .owner()
        .setPeriodic(
            10,
            timer -> {
              if (context.draining()) {
                Vertx.currentContext().owner().cancelTimer(timer);
                stopped.tryComplete(Outcome.STOPPED);
              }
            });
  }
}
