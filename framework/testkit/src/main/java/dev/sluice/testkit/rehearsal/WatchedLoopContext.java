package dev.sluice.testkit.rehearsal;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.Transactions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The context that a watched event-loop handler is given. */
final class WatchedLoopContext<T> implements ChunkContext<T> {
  private final Chunk<T> chunk;
  private final ChunkContext<T> context;
  private final Call call;
  private final Watch watch;

  WatchedLoopContext(Chunk<T> chunk, ChunkContext<T> context, Call call, Watch watch) {
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
  public Future<Void> ended() {
    return Future.any(context.ended(), watch.death()).mapEmpty();
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo) {
    watch.requireAlive();
    context.checkpoint(upTo);
    watch.checkpoint(call, Watch.indexOf(chunk, upTo), context);
  }

  @Override
  public Future<Void> checkpoint(SourceRecord<T> upTo, Buffer state) {
    watch.requireAlive();
    Future<Void> stored = context.checkpoint(upTo, state);
    watch.checkpoint(call, Watch.indexOf(chunk, upTo), context);
    return stored.compose(done -> watch.heldAtCheckpoint(call, context));
  }

  @Override
  public Future<Void> reject(SourceRecord<T> rejected, Throwable cause) {
    watch.requireAlive();
    return context.reject(rejected, cause);
  }

  @Override
  public Future<Outcome> forEach(Function<? super SourceRecord<T>, ? extends Future<?>> step) {
    call.walks();
    return context
        .forEach(current -> stepped(current, step))
        .onSuccess(
            outcome -> {
              if (outcome == Outcome.STOPPED) {
                call.walkStopped();
              }
            });
  }

  private Future<?> stepped(
      SourceRecord<T> current, Function<? super SourceRecord<T>, ? extends Future<?>> step) {
    watch.requireAlive();
    int index = Watch.indexOf(chunk, current);
    call.stepBegins(index);
    Future<?> done = step.apply(current);
    return done.compose(
        finished -> {
          if (context.ended().isComplete()) {
            // The engine refuses this checkpoint by itself.
            return Future.succeededFuture();
          }
          watch.checkpoint(call, index, context);
          return watch.heldAtCheckpoint(call, context);
        });
  }

  @Override
  public <C> Future<Outcome> transaction(
      Transactions<C> with, BiFunction<? super C, ? super Chunk<T>, ? extends Future<?>> work) {
    return context.transaction(with, work);
  }

  @Override
  public <C> Future<Outcome> inSteps(
      Transactions<C> with,
      SourceRecord<T> current,
      Function<? super RecordSteps<C>, ? extends Future<Outcome>> work) {
    return context.inSteps(with, current, work);
  }
}
