package dev.sluice.postgres;

import dev.sluice.time.Timers;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/**
 * An event loop that no handler ever runs on, so that none can block it. Safe from any thread; what
 * it is given runs on its one thread.
 */
final class PrivateLoop {
  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setEventLoopPoolSize(1)
              .setWorkerPoolSize(1)
              .setInternalBlockingPoolSize(1));
  private final Context context = vertx.getOrCreateContext();

  void run(Runnable action) {
    context.runOnContext(v -> action.run());
  }

  Vertx vertx() {
    return vertx;
  }

  /** Timers whose actions run here. */
  Timers timers() {
    return new VertxTimers(vertx, context);
  }

  /** Ends the thread. */
  Future<Void> close() {
    return vertx.close();
  }
}
