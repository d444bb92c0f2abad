package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.Transactions;
import dev.sluice.api.TryEnded;
import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.Fenced;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The transactions of one try, one after the other. A dead try begins no commit, and no commit
 * passes a rejected record whose dead letter is not confirmed. On the event loop.
 */
final class TryTransactions<T> {
  /**
   * The store gives up a little before the limit, so that its reason is heard and not the limit.
   */
  private static final int PART_LEFT = 20;

  private final RunningTry<T> running;
  private final TryProgress<T> progress;
  private final Footing footing;
  private final EventLoop loop;
  private final Future<Void> ended;
  private boolean busy;

  /**
   * @param footing how the store knows the try's records
   * @param ended completes when the try is dead
   */
  TryTransactions(RunningTry<T> running, Footing footing, EventLoop loop, Future<Void> ended) {
    this.running = running;
    this.progress = running.progress();
    this.footing = footing;
    this.loop = loop;
    this.ended = ended;
  }

  /** As {@link dev.sluice.api.ChunkContext#transaction}. */
  <C> Future<Outcome> apply(
      Transactions<C> with, BiFunction<? super C, ? super Chunk<T>, ? extends Future<?>> work) {
    return one(with, own -> lettersConfirmed().compose(confirmed -> applyFresh(own, work)));
  }

  private <C> Future<Outcome> applyFresh(
      TransactionStore<C> own, BiFunction<? super C, ? super Chunk<T>, ? extends Future<?>> work) {
    DecodedChunk<T> chunk = progress.chunk();
    BitSet wanted = new BitSet();
    for (int i = progress.checkpointed(); i < chunk.size(); i++) {
      wanted.set(i, !running.records().hasBuried(i));
    }
    Future<Void> applied =
        wanted.isEmpty()
            ? Future.succeededFuture()
            : heard(
                () ->
                    footing.apply(
                        own,
                        wanted,
                        (connection, fresh) ->
                            this.<Object>inside(
                                () -> work.apply(connection, FreshChunk.of(chunk, fresh))),
                        bounds()));
    return applied.map(
        committed -> {
          progress.checkpoint(chunk.get(chunk.size() - 1));
          return Outcome.DONE;
        });
  }

  /** As {@link dev.sluice.api.ChunkContext#inSteps}, for the record at an index. */
  <C> Future<Outcome> inSteps(
      Transactions<C> with,
      int index,
      Function<? super RecordSteps<C>, ? extends Future<Outcome>> work) {
    return one(
        with,
        own ->
            lettersConfirmed()
                .compose(confirmed -> standing(index))
                .compose(
                    standing -> {
                      if (standing.applied()) {
                        progress.checkpoint(progress.chunk().get(index));
                        return Future.succeededFuture(Outcome.DONE);
                      }
                      return new Steps<>(this, own, index, standing.state()).run(work);
                    }));
  }

  private Future<Footing.Standing> standing(int index) {
    if (progress.checkpointed() < index) {
      return Future.failedFuture(
          new IllegalStateException(
              "the records before the one that is worked on in steps are not done: checkpoint them"
                  + " first, or give it a chunk of its own with pipeline.chunk.records: 1"));
    }
    return heard(() -> footing.own(index, bounds().within()));
  }

  /** One call at a time, of the one store. */
  private <C> Future<Outcome> one(
      Transactions<C> with, Function<TransactionStore<C>, Future<Outcome>> call) {
    if (with != footing.store() || !(with instanceof TransactionStore<C> own)) {
      return Future.failedFuture(
          new IllegalArgumentException(
              "these transactions are not those that the handler was given by its services"));
    }
    if (busy) {
      return Future.failedFuture(
          new IllegalStateException("a transaction of this try has not ended: one at a time"));
    }
    busy = true;
    return attempt(() -> call.apply(own)).onComplete(over -> busy = false);
  }

  /**
   * What the handler rejected is dead-lettered before a position passes it.
   *
   * @return completes on the loop
   */
  private Future<Void> lettersConfirmed() {
    Promise<Void> confirmed = Promise.promise();
    running.records().whenWritten(confirmed::complete);
    return confirmed
        .future()
        .map(
            written -> {
              running.records().asked(progress.rejecting());
              progress.requireAlive();
              if (running.records().firstUnburied() >= 0) {
                throw new IllegalStateException(
                    "a record that the handler has rejected has not ended: nothing is committed"
                        + " past it");
              }
              return null;
            });
  }

  /** Runs work inside a transaction, on the loop; what it answers is committed when it succeeds. */
  <A> Future<A> inside(Supplier<? extends Future<? extends A>> work) {
    Promise<A> result = Promise.promise();
    Runnable run =
        () ->
            TryTransactions.<A>attempt(
                    () -> {
                      progress.requireAlive();
                      return work.get();
                    })
                .compose(done -> loop.follow(Future.succeededFuture(done)))
                .compose(done -> lettersConfirmed().map(done))
                .onComplete(result);
    if (loop.isCurrent()) {
      run.run();
    } else {
      loop.execute(run);
    }
    return result.future();
  }

  private static <A> Future<A> attempt(Supplier<? extends Future<? extends A>> action) {
    try {
      Future<? extends A> begun = action.get();
      return begun == null
          ? Future.failedFuture(new NullPointerException("the work returned null, not a Future"))
          : begun.map(done -> done);
    } catch (Throwable e) {
      // Whatever it is, it ends this transaction and not the loop's turn.
      return Future.failedFuture(e);
    }
  }

  /** Asks the store, and says of a try that is dead or fenced that it has ended. */
  <A> Future<A> heard(Supplier<Future<A>> question) {
    return attempt(question)
        .recover(
            cause -> {
              footing.failed(cause);
              if (cause instanceof Fenced) {
                running.fence();
              }
              return Future.failedFuture(
                  cause instanceof Fenced || !progress.alive() ? over(cause) : cause);
            });
  }

  private TryEnded over(Throwable cause) {
    if (cause instanceof TryEnded already) {
      return already;
    }
    TryEnded over =
        new TryEnded(
            cause instanceof Fenced
                ? "the records of lane "
                    + progress.chunk().lane()
                    + " are somebody else's by now: "
                    + cause.getMessage()
                : "the try was over before its transaction was: " + cause.getMessage());
    over.initCause(cause);
    return over;
  }

  Bounds bounds() {
    Duration left = progress.remaining();
    return new Bounds(left.minus(left.dividedBy(PART_LEFT)), ended);
  }

  Footing footing() {
    return footing;
  }

  TryProgress<T> progress() {
    return progress;
  }

  EventLoop loop() {
    return loop;
  }
}
