package dev.sluice.testkit.contract;

import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits on the test's thread. */
final class Patience {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration BETWEEN = Duration.ofMillis(5);
  private static final Clock CLOCK = new SystemClock();

  private Patience() {}

  /**
   * Waits until a condition holds.
   *
   * @param what is said when it does not within 30 s
   */
  static void until(Supplier<String> what, BooleanSupplier condition) {
    long since = CLOCK.nanos();
    while (!condition.getAsBoolean()) {
      if (CLOCK.since(since).compareTo(LONGEST) > 0) {
        throw new AssertionError("not within " + LONGEST.toSeconds() + " s: " + what.get());
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /** Waits for an answer; fails with its cause. */
  static <A> A get(Future<A> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (TimeoutException e) {
      throw new AssertionError("no answer within " + LONGEST.toSeconds() + " s", e);
    }
  }
}
