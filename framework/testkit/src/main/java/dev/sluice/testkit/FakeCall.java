package dev.sluice.testkit;

import dev.sluice.api.TryEnded;
import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One call of a {@link FakeTransactions}, over as many transactions as it takes. */
final class FakeCall {

  /** What is done inside each of them. */
  @FunctionalInterface
  interface Act {

    /**
     * Looks at what is committed and starts the work.
     *
     * @return the work; empty when nothing is left to do
     */
    Optional<Future<?>> in(FakeTransaction transaction);
  }

  private final FakeDatabase database;
  private final Set<FakeDatabase.Subject> keys;
  private final Act act;
  private final Promise<Void> answer = Promise.promise();
  private FakeTransaction current;
  private boolean sent;
  private boolean dead;
  private boolean missed;
  private Map<FakeDatabase.Subject, FakeDatabase.Standing> unsure;

  FakeCall(
      FakeDatabase database,
      Set<FakeDatabase.Subject> keys,
      TransactionStore.Bounds bounds,
      Act act) {
    this.database = database;
    this.keys = keys;
    this.act = act;
    bounds.ended().onComplete(ended -> end());
  }

  Future<Void> run() {
    begin();
    return answer.future();
  }

  /** What is being committed is left to itself. */
  private void end() {
    synchronized (database) {
      if (answer.tryFail(new TryEnded("the try has ended before the transaction was committed"))
          && current != null) {
        if (!sent) {
          current.rollBack();
        } else if (unsure.values().stream().anyMatch(standing -> standing.state().isPresent())) {
          database.forget(unsure);
        }
      }
    }
  }

  /**
   * The server ends what is open; what is being committed is left to itself. What the caller begins
   * again before anybody hears of it is ended by whoever needs the same.
   *
   * @param forGood nothing is run again: whoever called is dead
   */
  void disconnect(boolean forGood) {
    synchronized (database) {
      dead |= forGood;
      missed = true;
      if (current != null && !sent) {
        current.rollBack();
      }
    }
  }

  boolean isOver() {
    return answer.future().isComplete();
  }

  private void begin() {
    synchronized (database) {
      if (dead || answer.future().isComplete()) {
        return;
      }
      if (database.away()) {
        answer.tryFail(new FakeTransactions.Away());
        return;
      }
      Optional<FakeTransaction> other = database.holder(keys);
      while (other.isPresent() && other.get().missed()) {
        other.get().rollBack();
        other = database.holder(keys);
      }
      if (other.isPresent()) {
        other.get().over().onComplete(over -> begin());
        return;
      }
      if (unsure != null && database.stands(unsure)) {
        answer.tryComplete();
        return;
      }
      begin(database.begin(keys, missed));
    }
  }

  private void begin(FakeTransaction transaction) {
    current = transaction;
    sent = false;
    Optional<Future<?>> work;
    try {
      work = act.in(transaction);
    } catch (Throwable e) {
      transaction.rollBack();
      answer.tryFail(e);
      return;
    }
    if (work.isEmpty()) {
      transaction.rollBack();
      answer.tryComplete();
      return;
    }
    work.get().onComplete(done -> worked(transaction, done.succeeded() ? null : done.cause()));
  }

  private void worked(FakeTransaction transaction, Throwable failure) {
    synchronized (database) {
      RuntimeException refusal = transaction.refusal();
      if (transaction.isOver() || refusal instanceof FakeTransaction.Conflict) {
        transaction.rollBack();
        begin();
      } else if (failure != null || refusal != null) {
        transaction.rollBack();
        answer.tryFail(failure != null ? failure : refusal);
      } else {
        commit(transaction);
      }
    }
  }

  private void commit(FakeTransaction transaction) {
    if (database.takeRollback()) {
      transaction.rollBack();
      begin();
      return;
    }
    sent = true;
    unsure = transaction.changed();
    if (database.holding()) {
      database.hold(new FakeTransactions.HeldCommit(transaction, answer::tryComplete, this::begin));
      return;
    }
    transaction.commit();
    if (database.takeLostAnswer()) {
      begin();
    } else {
      answer.tryComplete();
    }
  }
}
