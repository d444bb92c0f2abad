package dev.sluice.testkit.rehearsal;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;

/** A blocking handler, watched. It is neither opened nor closed through this. */
final class WatchedThreadTask<T> implements BlockingChunkHandler<T> {
  private final BlockingChunkHandler<T> task;
  private final Watch watch;

  WatchedThreadTask(BlockingChunkHandler<T> task, Watch watch) {
    this.task = task;
    this.watch = watch;
  }

  @Override
  public TaskLimits limits() {
    return task.limits();
  }

  @Override
  public Outcome handle(Chunk<T> chunk, BlockingChunkContext<T> context) throws Exception {
    Call call = watch.enter(chunk);
    Outcome outcome = null;
    Throwable failure = null;
    try {
      watch.insteadOf(call);
      outcome = task.handle(chunk, new WatchedThreadContext<>(chunk, context, call, watch));
      Held.await(watch.heldAtEnd(call, context, watch::nothingInFlight));
      return outcome;
    } catch (Exception | Error e) {
      failure = e;
      throw e;
    } finally {
      boolean waitedFor = !watch.dead() && !context.remaining().isZero();
      call.ended(outcome, failure, waitedFor, watch.nanos());
    }
  }
}
