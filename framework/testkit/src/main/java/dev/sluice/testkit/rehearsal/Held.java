package dev.sluice.testkit.rehearsal;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;

/** Keeps a blocking handler's thread where it is. */
final class Held {
  private Held() {}

  /** Waits until something opens; blocks. */
  static void await(Future<Void> opened) throws InterruptedException {
    try {
      opened.toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
