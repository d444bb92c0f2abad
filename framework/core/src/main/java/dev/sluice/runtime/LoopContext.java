package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.Transactions;
import dev.sluice.api.TryEnded;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The context of an event-loop handler's try. */
final class LoopContext<T> implements ChunkContext<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(LoopContext.class);

  private final TryProgress<T> progress;
  private final EventLoop loop;
  private final Optional<Buffer> resumeState;
  private final Promise<Void> ended = Promise.promise();
  private volatile Asks<T> asks;
  private volatile boolean entered;

  LoopContext(TryProgress<T> progress, EventLoop loop, Optional<Buffer> resumeState) {
    this.progress = progress;
    this.loop = loop;
    this.resumeState = resumeState;
  }

  /** The engine's side of this try; set before the handler is called. */
  void of(Asks<T> engine) {
    asks = engine;
  }

  /** The handler's call has returned; before that the engine does not know that the try runs. */
  void entered() {
    entered = true;
  }

  void completeEnded() {
    try {
      ended.tryComplete();
    } catch (RuntimeException | Error e) {
      // User code runs inside this call; the engine has more to do than to tell it.
      LOGGER.atWarn().setCause(e).log("what a handler does when its try has ended failed");
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
  public Optional<Buffer> resumeState() {
    return resumeState;
  }

  @Override
  public Future<Void> checkpoint(SourceRecord<T> upTo, Buffer state) {
    progress.checkpoint(upTo, state.getBytes());
    return ask(() -> asks.stored());
  }

  @Override
  public Future<Void> reject(SourceRecord<T> rejected, Throwable cause) {
    Objects.requireNonNull(cause, "cause");
    int index = progress.chunk().indexOf(rejected);
    progress.rejecting(index);
    return ask(() -> asks.reject(index, cause));
  }

  private <A> Future<A> ask(Supplier<Future<A>> question) {
    if (entered && loop.isCurrent()) {
      return question.get();
    }
    Promise<A> answer = Promise.promise();
    loop.execute(() -> question.get().onComplete(answer));
    return answer.future();
  }

  @Override
  public Future<Void> ended() {
    return ended.future();
  }

  @Override
  public Future<Outcome> forEach(Function<? super SourceRecord<T>, ? extends Future<?>> step) {
    Promise<Outcome> outcome = Promise.promise();
    Walk walk = new Walk(step, outcome);
    onLoop(() -> walk.from(0));
    return outcome.future();
  }

  /** Steps are event-loop code, whichever thread the one before ended on. */
  private void onLoop(Runnable action) {
    if (loop.isCurrent()) {
      action.run();
    } else {
      loop.execute(() -> action.run());
    }
  }

  /** A walk over the records; futures that are complete already are walked without recursion. */
  private final class Walk {
    private final Function<? super SourceRecord<T>, ? extends Future<?>> step;
    private final Promise<Outcome> outcome;

    Walk(Function<? super SourceRecord<T>, ? extends Future<?>> step, Promise<Outcome> outcome) {
      this.step = step;
      this.outcome = outcome;
    }

    void from(int first) {
      try {
        for (int i = first; i < progress.chunk().size(); i++) {
          if (progress.draining()) {
            outcome.complete(Outcome.STOPPED);
            return;
          }
          progress.requireAlive();
          SourceRecord<T> current = progress.chunk().get(i);
          Future<?> done = step.apply(current);
          if (done.succeeded() && done.result() == Outcome.STOPPED) {
            outcome.complete(Outcome.STOPPED);
            return;
          } else if (done.succeeded()) {
            progress.checkpoint(current);
          } else {
            int next = i + 1;
            done.onComplete(
                finished -> {
                  if (finished.failed()) {
                    outcome.tryFail(finished.cause());
                  } else if (finished.result() == Outcome.STOPPED) {
                    outcome.tryComplete(Outcome.STOPPED);
                  } else {
                    resume(current, next);
                  }
                });
            return;
          }
        }
        outcome.complete(Outcome.DONE);
      } catch (Throwable e) {
        outcome.tryFail(e);
      }
    }

    private void resume(SourceRecord<T> finished, int next) {
      try {
        progress.checkpoint(finished);
      } catch (RuntimeException e) {
        outcome.tryFail(e);
        return;
      }
      onLoop(() -> from(next));
    }
  }

  @Override
  public <C> Future<Outcome> transaction(
      Transactions<C> with, BiFunction<? super C, ? super Chunk<T>, ? extends Future<?>> work) {
    Objects.requireNonNull(work, "work");
    return whileAlive(() -> asks.transacted(these -> these.apply(with, work)));
  }

  /** A dead try's answer is a failed future, whatever it asks. */
  private <A> Future<A> whileAlive(Supplier<Future<A>> question) {
    try {
      progress.requireAlive();
    } catch (TryEnded e) {
      return Future.failedFuture(e);
    }
    return ask(question);
  }

  @Override
  public <C> Future<Outcome> inSteps(
      Transactions<C> with,
      SourceRecord<T> current,
      Function<? super RecordSteps<C>, ? extends Future<Outcome>> work) {
    Objects.requireNonNull(work, "work");
    int index = progress.chunk().indexOf(current);
    return whileAlive(() -> asks.transacted(these -> these.inSteps(with, index, work)));
  }
}
