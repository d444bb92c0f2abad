package dev.sluice.postgres;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures on the test's thread. */
final class Waiting {
  private static final int BOUND_S = 60;

  private Waiting() {}

  static <T> T result(Future<T> future) throws Exception {
    try {
      return future.toCompletionStage().toCompletableFuture().get(BOUND_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("failed: " + e.getCause(), e.getCause());
    }
  }

  static Throwable failure(Future<?> future) throws InterruptedException, TimeoutException {
    try {
      Object result =
          future.toCompletionStage().toCompletableFuture().get(BOUND_S, TimeUnit.SECONDS);
      throw new AssertionError("succeeded with " + result);
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
