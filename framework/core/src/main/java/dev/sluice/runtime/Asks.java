package dev.sluice.runtime;

import io.vertx.core.Future;

/** What a context may ask of the engine about its own try. On the event loop. */
final class Asks<T> {
  private final RunningTry<T> running;
  private final RunningTry.Listener<T> listener;

  Asks(RunningTry<T> running, RunningTry.Listener<T> listener) {
    this.running = running;
    this.listener = listener;
  }

  Future<Void> stored() {
    return listener.stored(running);
  }

  Future<Void> reject(int index, Throwable cause) {
    return listener.reject(running, index, cause);
  }
}
