package dev.sluice.testkit.contract;

import dev.sluice.runtime.EventLoop;
import dev.sluice.time.Timers;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The loop and the timers of one worker, which can stand still or die with its process. */
final class MemberLoop implements EventLoop, Timers {
  private final Context context;
  private final VertxTimers timers;
  private final List<Runnable> later = new ArrayList<>();
  private boolean frozen;
  private boolean dead;

  MemberLoop(Vertx vertx) {
    context = vertx.getOrCreateContext();
    timers = new VertxTimers(vertx, context);
  }

  @Override
  public void execute(Runnable action) {
    context.runOnContext(v -> run(action));
  }

  private void run(Runnable action) {
    synchronized (this) {
      if (dead) {
        return;
      }
      if (frozen) {
        later.add(action);
        return;
      }
    }
    action.run();
  }

  @Override
  public boolean isCurrent() {
    return Vertx.currentContext() == context;
  }

  @Override
  public Timer once(Duration delay, Runnable action) {
    return watched(action, run -> timers.once(delay, run));
  }

  @Override
  public Timer every(Duration interval, Runnable action) {
    return watched(action, run -> timers.every(interval, run));
  }

  private Timer watched(Runnable action, Function<Runnable, Timer> start) {
    boolean[] cancelled = {false};
    Timer timer =
        start.apply(
            () ->
                run(
                    () -> {
                      // What was due while the loop stood still may have been cancelled since.
                      if (!cancelled[0]) {
                        action.run();
                      }
                    }));
    return () -> {
      cancelled[0] = true;
      timer.cancel();
    };
  }

  /** Nothing happens until {@link #thaw()}. */
  void freeze() {
    synchronized (this) {
      frozen = true;
    }
    awaitTurn();
  }

  /** What runs at this very moment runs to its end; whoever stops the loop counts it, too. */
  private void awaitTurn() {
    Promise<Void> over = Promise.promise();
    context.runOnContext(v -> over.complete());
    Patience.get(over.future());
  }

  /** What should have happened meanwhile happens now. */
  void thaw() {
    context.runOnContext(
        v -> {
          List<Runnable> due;
          synchronized (this) {
            frozen = false;
            due = List.copyOf(later);
            later.clear();
          }
          due.forEach(this::run);
        });
  }

  /** Nothing happens any more. */
  void kill() {
    synchronized (this) {
      dead = true;
      later.clear();
    }
    awaitTurn();
  }
}
