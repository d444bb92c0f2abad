package dev.sluice.runtime;

import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Outcome;
import dev.sluice.time.Clock;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Calls handlers: event-loop handlers on the loop, blocking ones on a thread of their own. Confined
 * to the event loop; results come back to it.
 */
final class TryLauncher<T> {
  private final String handler;
  private final ChunkTask<T> task;
  private final Duration limit;
  private final Clock clock;
  private final EventLoop loop;
  private final Executor threads;
  private final EndedTries ends;

  TryLauncher(
      String handler,
      ChunkTask<T> task,
      Duration limit,
      Clock clock,
      EventLoop loop,
      Executor threads) {
    this.handler = handler;
    this.task = task;
    this.limit = limit;
    this.clock = clock;
    this.loop = loop;
    this.threads = threads;
    this.ends = new EndedTries(loop);
  }

  /**
   * Starts a try; the listener hears of it on the event loop, never inside this call.
   *
   * @param footing how the store of transactions knows its records, if there is one
   */
  RunningTry<T> launch(
      DecodedChunk<T> chunk,
      Work work,
      Optional<Buffer> resumeState,
      TryProgress.Bounds bounds,
      Optional<Footing> footing,
      RunningTry.Listener<T> listener) {
    Checkpoints<T> checkpoints = new Checkpoints<>(loop, listener);
    TryProgress<T> progress =
        new TryProgress<>(handler, chunk, clock, limit, bounds, checkpoints::post);
    if (task instanceof ChunkHandler<T> onLoop) {
      LoopContext<T> context = new LoopContext<>(progress, loop, resumeState);
      RunningTry<T> running = new RunningTry<>(work, progress, context::completeEnded);
      context.of(
          new Asks<>(
              running,
              listener,
              footing.map(on -> new TryTransactions<>(running, on, loop, context.ended()))));
      checkpoints.of(running);
      Future<Outcome> called = call(onLoop, chunk, context);
      context.entered();
      called.onComplete(result -> ends.add(() -> listener.tryEnded(running, endOf(result))));
      return running;
    }
    BlockingChunkHandler<T> blocking = (BlockingChunkHandler<T>) task;
    RunningTry<T> running = new RunningTry<>(work, progress, () -> {});
    checkpoints.of(running);
    try {
      ThreadContext<T> context =
          new ThreadContext<>(
              progress, loop, resumeState, new Asks<>(running, listener, Optional.empty()));
      threads.execute(() -> callBlocking(blocking, chunk, context, running, listener));
    } catch (RuntimeException | Error e) {
      // No thread to be had: the try has failed before it began.
      loop.execute(() -> listener.tryEnded(running, new TryEnd.Failed(e)));
    }
    return running;
  }

  private static <T> Future<Outcome> call(
      ChunkHandler<T> onLoop, DecodedChunk<T> chunk, LoopContext<T> context) {
    try {
      Future<Outcome> outcome = onLoop.handle(chunk, context);
      return outcome == null
          ? Future.failedFuture(new NullPointerException("the handler returned null, not a Future"))
          : outcome;
    } catch (Throwable e) {
      // Whatever it is, it ends this try: a lane that waits for a try nobody runs never goes on.
      return Future.failedFuture(e);
    }
  }

  private static TryEnd endOf(AsyncResult<Outcome> result) {
    if (result.failed()) {
      return new TryEnd.Failed(result.cause());
    }
    return endOf(result.result());
  }

  private static TryEnd endOf(Outcome outcome) {
    return outcome == null
        ? new TryEnd.Failed(new NullPointerException("the handler's outcome is null"))
        : new TryEnd.Finished(outcome);
  }

  private void callBlocking(
      BlockingChunkHandler<T> blocking,
      DecodedChunk<T> chunk,
      ThreadContext<T> context,
      RunningTry<T> running,
      RunningTry.Listener<T> listener) {
    TryEnd end;
    if (!running.progress().enter()) {
      end = new TryEnd.Failed(new InterruptedException("the try was over before it began"));
    } else {
      try {
        end = endOf(blocking.handle(chunk, context));
      } catch (Throwable e) {
        // An interrupt was for this try; the thread goes back to the pool without it.
        end = new TryEnd.Failed(e);
      } finally {
        running.progress().leave();
      }
    }
    TryEnd result = end;
    loop.execute(() -> listener.tryEnded(running, result));
  }

  /** Posts checkpoints to the loop, any number of them as one. */
  private static final class Checkpoints<T> {
    private final EventLoop loop;
    private final RunningTry.Listener<T> listener;
    private volatile RunningTry<T> running;
    private boolean posted;

    Checkpoints(EventLoop loop, RunningTry.Listener<T> listener) {
      this.loop = loop;
      this.listener = listener;
    }

    void of(RunningTry<T> launched) {
      running = launched;
    }

    void post() {
      if (turn(true)) {
        loop.execute(
            () -> {
              turn(false);
              RunningTry<T> target = running;
              if (target != null) {
                target.ifRunning(listener::checkpointed);
              }
            });
      }
    }

    private synchronized boolean turn(boolean now) {
      boolean other = posted != now;
      posted = now;
      return other;
    }
  }
}
