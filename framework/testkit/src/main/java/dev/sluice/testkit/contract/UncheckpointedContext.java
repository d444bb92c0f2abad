package dev.sluice.testkit.contract;

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

/** What a script is given inside a transaction, where nothing is done before the commit. */
final class UncheckpointedContext implements ChunkContext<String> {
  private final ChunkContext<String> context;

  UncheckpointedContext(ChunkContext<String> context) {
    this.context = context;
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
  public void checkpoint(SourceRecord<String> upTo) {}

  @Override
  public Future<Void> checkpoint(SourceRecord<String> upTo, Buffer state) {
    return Future.failedFuture(new UnsupportedOperationException("inside a transaction"));
  }

  @Override
  public Optional<Buffer> resumeState() {
    return context.resumeState();
  }

  @Override
  public Future<Void> ended() {
    return context.ended();
  }

  @Override
  public Future<Void> reject(SourceRecord<String> rejected, Throwable cause) {
    return context.reject(rejected, cause);
  }

  @Override
  public Future<Outcome> forEach(Function<? super SourceRecord<String>, ? extends Future<?>> step) {
    return context.forEach(step);
  }

  @Override
  public <C> Future<Outcome> transaction(
      Transactions<C> with,
      BiFunction<? super C, ? super Chunk<String>, ? extends Future<?>> work) {
    return context.transaction(with, work);
  }

  @Override
  public <C> Future<Outcome> inSteps(
      Transactions<C> with,
      SourceRecord<String> current,
      Function<? super RecordSteps<C>, ? extends Future<Outcome>> work) {
    return context.inSteps(with, current, work);
  }
}
