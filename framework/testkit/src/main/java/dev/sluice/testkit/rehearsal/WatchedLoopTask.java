package dev.sluice.testkit.rehearsal;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.util.Objects;

/** An event-loop handler, watched. It is neither opened nor closed through this. */
final class WatchedLoopTask<T> implements ChunkHandler<T> {
  private final ChunkHandler<T> task;
  private final Watch watch;

  WatchedLoopTask(ChunkHandler<T> task, Watch watch) {
    this.task = task;
    this.watch = watch;
  }

  @Override
  public TaskLimits limits() {
    return task.limits();
  }

  @Override
  public Future<Outcome> handle(Chunk<T> chunk, ChunkContext<T> context) {
    Call call = watch.enter(chunk);
    return called(call, chunk, context)
        .transform(
            result ->
                watch
                    .heldAtEnd(call, context, () -> context.ended().isComplete())
                    .transform(
                        held -> {
                          boolean waitedFor = !watch.dead() && !context.ended().isComplete();
                          call.ended(result.result(), result.cause(), waitedFor, watch.nanos());
                          return result.succeeded()
                              ? Future.succeededFuture(result.result())
                              : Future.failedFuture(result.cause());
                        }));
  }

  private Future<Outcome> called(Call call, Chunk<T> chunk, ChunkContext<T> context) {
    try {
      watch.insteadOf(call);
      return Objects.requireNonNull(
          task.handle(chunk, new WatchedLoopContext<>(chunk, context, call, watch)),
          "the handler answered with null instead of a future");
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }
}
