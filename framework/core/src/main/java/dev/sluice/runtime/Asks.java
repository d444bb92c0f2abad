package dev.sluice.runtime;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Function;

/** What a context may ask of the engine about its own try. On the event loop. */
final class Asks<T> {
  private final RunningTry<T> running;
  private final RunningTry.Listener<T> listener;
  private final Optional<TryTransactions<T>> transactions;

  /**
   * @param transactions empty when the handler has asked for no store
   */
  Asks(
      RunningTry<T> running,
      RunningTry.Listener<T> listener,
      Optional<TryTransactions<T>> transactions) {
    this.running = running;
    this.listener = listener;
    this.transactions = transactions;
  }

  Future<Void> stored() {
    return listener.stored(running);
  }

  /** Does something in transactions. */
  <A> Future<A> transacted(Function<TryTransactions<T>, Future<A>> action) {
    return transactions
        .map(action)
        .orElseGet(
            () ->
                Future.failedFuture(
                    new IllegalStateException(
                        "the handler has got no transactions from its Services")));
  }

  Future<Void> reject(int index, Throwable cause) {
    return listener.reject(running, index, cause);
  }
}
