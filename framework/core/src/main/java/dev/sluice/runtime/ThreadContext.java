package dev.sluice.runtime;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** The context of a blocking handler's try. */
final class ThreadContext<T> implements BlockingChunkContext<T> {
  private final TryProgress<T> progress;
  private final EventLoop loop;
  private final Optional<Buffer> resumeState;
  private final Asks<T> asks;

  ThreadContext(
      TryProgress<T> progress, EventLoop loop, Optional<Buffer> resumeState, Asks<T> asks) {
    this.progress = progress;
    this.loop = loop;
    this.resumeState = resumeState;
    this.asks = asks;
  }

  @Override
  public Optional<Buffer> resumeState() {
    return resumeState;
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo, Buffer state) throws InterruptedException {
    progress.checkpoint(upTo, state.getBytes());
    await(asks::stored);
  }

  @Override
  public void reject(SourceRecord<T> rejected, Throwable cause) throws InterruptedException {
    Objects.requireNonNull(cause, "cause");
    int index = progress.chunk().indexOf(rejected);
    progress.rejecting(index);
    await(() -> asks.reject(index, cause));
  }

  private void await(Supplier<Future<Void>> question) throws InterruptedException {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    loop.execute(
        () -> question.get().onSuccess(answer::complete).onFailure(answer::completeExceptionally));
    try {
      answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public boolean draining() {
    return progress.draining();
  }

  @Override
  public Duration remaining() {
    return progress.remaining();
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo) {
    progress.checkpoint(upTo);
  }

  @Override
  public Outcome forEach(Step<T> step) throws Exception {
    for (int i = 0; i < progress.chunk().size(); i++) {
      if (progress.draining()) {
        return Outcome.STOPPED;
      }
      progress.requireAlive();
      SourceRecord<T> current = progress.chunk().get(i);
      step.accept(current);
      progress.checkpoint(current);
    }
    return Outcome.DONE;
  }
}
