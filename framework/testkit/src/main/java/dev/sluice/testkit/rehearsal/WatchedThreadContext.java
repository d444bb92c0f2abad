package dev.sluice.testkit.rehearsal;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/** The context that a watched blocking handler is given. */
final class WatchedThreadContext<T> implements BlockingChunkContext<T> {
  private final Chunk<T> chunk;
  private final BlockingChunkContext<T> context;
  private final Call call;
  private final Watch watch;

  WatchedThreadContext(Chunk<T> chunk, BlockingChunkContext<T> context, Call call, Watch watch) {
    this.chunk = chunk;
    this.context = context;
    this.call = call;
    this.watch = watch;
  }

  @Override
  public boolean draining() {
    return context.draining();
  }

  @Override
  public Duration remaining() {
    return context.remaining();
  }

  @Override
  public Optional<Buffer> resumeState() {
    return context.resumeState();
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo) {
    watch.requireAlive();
    context.checkpoint(upTo);
    watch.checkpoint(call, Watch.indexOf(chunk, upTo), context);
    try {
      Held.await(watch.heldAtCheckpoint(call, context));
    } catch (InterruptedException e) {
      // This method declares none: whoever waits next hears of it.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo, Buffer state) throws InterruptedException {
    watch.requireAlive();
    context.checkpoint(upTo, state);
    watch.checkpoint(call, Watch.indexOf(chunk, upTo), context);
    Held.await(watch.heldAtCheckpoint(call, context));
  }

  @Override
  public void reject(SourceRecord<T> rejected, Throwable cause) throws InterruptedException {
    watch.requireAlive();
    context.reject(rejected, cause);
  }

  /** As the engine does it, with each checkpoint seen. */
  @Override
  public Outcome forEach(Step<T> step) throws Exception {
    call.walks();
    for (int i = 0; i < chunk.size(); i++) {
      if (context.draining()) {
        call.walkStopped();
        return Outcome.STOPPED;
      }
      call.stepBegins(i);
      step.accept(chunk.get(i));
      checkpoint(chunk.get(i));
    }
    return Outcome.DONE;
  }
}
