package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rabbitmq.PublishFailed.Reason;
import io.vertx.core.Future;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Waits for futures on a test's thread. */
final class Answers {
  private Answers() {}

  /** The answer; a failure as the cause of what is thrown. */
  static <T> T await(Future<T> future) {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(60, TimeUnit.SECONDS)
        .handle(
            (result, failure) -> {
              if (failure != null) {
                throw new CompletionException(failure);
              }
              return result;
            })
        .join();
  }

  static void assertFails(Future<Void> publish, Reason reason, String... words) {
    assertThatThrownBy(() -> await(publish))
        .cause()
        .isInstanceOf(PublishFailed.class)
        .hasMessageContainingAll(words)
        .extracting(failure -> ((PublishFailed) failure).reason())
        .isEqualTo(reason);
  }
}
