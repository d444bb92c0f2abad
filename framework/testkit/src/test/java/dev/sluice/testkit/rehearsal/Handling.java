package dev.sluice.testkit.rehearsal;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.rehearsal.Rig.Order;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the handlers of these tests are made of. */
final class Handling {
  private Handling() {}

  interface Body {
    Outcome handle(Chunk<Order> chunk, BlockingChunkContext<Order> context) throws Exception;
  }

  static BlockingChunkHandler<Order> blocking(TaskLimits limits, Body body) {
    return new BlockingChunkHandler<>() {
      @Override
      public TaskLimits limits() {
        return limits;
      }

      @Override
      public Outcome handle(Chunk<Order> chunk, BlockingChunkContext<Order> context)
          throws Exception {
        return body.handle(chunk, context);
      }
    };
  }

  /** Work of so many milliseconds that does not block. */
  static Future<Void> later(int millis) {
    Promise<Void> done = Promise.promise();
    Vertx.currentContext().owner().setTimer(Math.max(1, millis), fired -> done.complete());
    return done.future();
  }

  /** Work of so many milliseconds that blocks and can be interrupted. */
  static void work(int millis) throws InterruptedException {
    boolean unused = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }

  /** Work of so many milliseconds that blocks and does not hear an interrupt. */
  static void workStubbornly(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
