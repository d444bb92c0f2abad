package dev.sluice.runtime;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * The one thread everything of an engine happens on. A port, so that the test kit and the
 * simulation can turn it by hand.
 */
public interface EventLoop {

  /** Runs an action in a later turn, in the order of these calls; callable from any thread. */
  void execute(Runnable action);

  /** Whether the caller is on this loop. */
  boolean isCurrent();

  /** The same answer on this loop, at once when it comes there. */
  default <A> Future<A> follow(Future<A> answer) {
    Promise<A> onLoop = Promise.promise();
    answer.onComplete(
        result -> {
          if (isCurrent()) {
            onLoop.handle(result);
          } else {
            execute(() -> onLoop.handle(result));
          }
        });
    return onLoop.future();
  }

  /** The loop of a Vert.x context. */
  static EventLoop of(Context context) {
    return new EventLoop() {
      @Override
      public void execute(Runnable action) {
        context.runOnContext(v -> action.run());
      }

      @Override
      public boolean isCurrent() {
        return Vertx.currentContext() == context;
      }
    };
  }
}
