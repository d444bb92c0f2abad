package dev.sluice.runtime;

import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real event loop whose turns a test can wait for. */
final class TestLoop {
  private static final int PATIENCE_SECONDS = 20;

  private final ContextInternal context;
  private final SingleThreadEventExecutor queue;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  TestLoop(Vertx vertx) {
    context = ((VertxInternal) vertx).createEventLoopContext();
    context.exceptionHandler(failures::add);
    queue = (SingleThreadEventExecutor) context.nettyEventLoop();
  }

  Context context() {
    return context;
  }

  EventLoop port() {
    return EventLoop.of(context);
  }

  /** What was thrown on the loop and caught by nobody. */
  List<Throwable> failures() {
    return failures;
  }

  /** Runs an action on the loop and waits for it, not for what it sets off. */
  void run(Runnable action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    context.runOnContext(
        v -> {
          try {
            action.run();
            done.complete(null);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    await(done);
  }

  /** Waits until nothing is queued on the loop. */
  void awaitIdle() {
    CompletableFuture<Void> idle = new CompletableFuture<>();
    context.runOnContext(v -> look(idle));
    await(idle);
  }

  private void look(CompletableFuture<Void> idle) {
    if (queue.pendingTasks() == 0) {
      idle.complete(null);
    } else {
      context.runOnContext(v -> look(idle));
    }
  }

  static void await(CompletableFuture<Void> done) {
    try {
      done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (TimeoutException e) {
      throw new AssertionError("not done within " + PATIENCE_SECONDS + " s", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new AssertionError(e.getCause());
    }
  }
}
