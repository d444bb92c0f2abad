package dev.sluice.runtime;

import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.TryEnded;
import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One record that is worked on in steps. Callable from any thread; its work is on the loop. */
final class Steps<T, C> implements RecordSteps<C> {
  private final TryTransactions<T> transactions;
  private final TryProgress<T> progress;
  private final TransactionStore<C> store;
  private final int index;
  private volatile byte[] state;
  private boolean busy;
  private Throwable broken;
  private boolean finished;

  Steps(
      TryTransactions<T> transactions,
      TransactionStore<C> store,
      int index,
      Optional<byte[]> state) {
    this.transactions = transactions;
    this.progress = transactions.progress();
    this.store = store;
    this.index = index;
    this.state = state.orElse(null);
  }

  /** Has the work done; on the loop. */
  Future<Outcome> run(Function<? super RecordSteps<C>, ? extends Future<Outcome>> work) {
    Future<Outcome> outcome = work.apply(this);
    if (outcome == null) {
      return Future.failedFuture(new NullPointerException("the work returned null, not a Future"));
    }
    return transactions
        .loop()
        .follow(outcome)
        .map(
            how -> {
              if (how == Outcome.DONE && !finished) {
                throw new IllegalStateException(
                    "the work in steps says DONE without finish(): the record is not applied");
              }
              return how;
            });
  }

  @Override
  public Optional<Buffer> resumeState() {
    progress.requireAlive();
    return Optional.ofNullable(state).map(Buffer::buffer);
  }

  @Override
  public Future<Void> step(Function<? super C, ? extends Future<Buffer>> work) {
    return one(
        () -> {
          byte[][] left = new byte[1][];
          return transactions
              .footing()
              .step(
                  store,
                  index,
                  connection ->
                      transactions.<byte[]>inside(
                          () ->
                              work.apply(connection)
                                  .map(
                                      now ->
                                          left[0] =
                                              Objects.requireNonNull(now, "the step's state")
                                                  .getBytes())),
                  transactions.bounds())
              .map(
                  committed -> {
                    state = left[0];
                    transactions.footing().stepped(index, left[0]);
                    progress.stepped();
                    return null;
                  });
        });
  }

  @Override
  public Future<Void> finish(Function<? super C, ? extends Future<?>> work) {
    return one(
        () ->
            transactions
                .footing()
                .finish(
                    store,
                    index,
                    connection ->
                        transactions.<byte[]>inside(
                            () -> work.apply(connection).map(done -> new byte[0])),
                    transactions.bounds())
                .map(
                    committed -> {
                      finished = true;
                      progress.checkpoint(progress.chunk().get(index));
                      return null;
                    }));
  }

  private Future<Void> one(Supplier<Future<Void>> transaction) {
    try {
      progress.requireAlive();
    } catch (TryEnded e) {
      return Future.failedFuture(e);
    }
    if (transactions.loop().isCurrent()) {
      return begin(transaction);
    }
    Promise<Void> done = Promise.promise();
    transactions.loop().execute(() -> begin(transaction).onComplete(done));
    return done.future();
  }

  private Future<Void> begin(Supplier<Future<Void>> transaction) {
    if (busy || finished || broken != null) {
      return Future.failedFuture(
          new IllegalStateException(
              busy
                  ? "a step of this record has not ended: one at a time"
                  : finished
                      ? "the record is finished"
                      : "an earlier step of this try has failed, so it is not known what is"
                          + " committed: end the try, the next one is told",
              broken));
    }
    busy = true;
    return transactions
        .heard(transaction)
        .onFailure(cause -> broken = cause)
        .onComplete(over -> busy = false);
  }
}
