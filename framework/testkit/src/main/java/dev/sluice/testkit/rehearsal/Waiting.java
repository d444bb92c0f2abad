package dev.sluice.testkit.rehearsal;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for as long as something goes on. */
final class Waiting {
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Gates gates;
  private final Clock clock;
  private final Duration patience;
  private volatile long progressNanos;

  /**
   * @param gates whose conditions are looked at on the loop
   * @param patience how long nothing at all may happen
   */
  Waiting(Gates gates, Clock clock, Duration patience) {
    this.gates = gates;
    this.clock = clock;
    this.patience = patience;
    progress();
  }

  /** Something has happened; any thread. */
  void progress() {
    progressNanos = clock.nanos();
  }

  /**
   * Waits until a condition is found true on the loop. Blocks.
   *
   * @param otherwise says what is wrong when nothing goes on any more
   * @throws Stuck then
   */
  void until(String otherwise, BooleanSupplier condition) throws InterruptedException {
    CompletableFuture<Void> over = gates.until(condition).toCompletionStage().toCompletableFuture();
    while (!isDone(over)) {
      // Judged from here, because a loop that does not turn judges nothing.
      if (clock.since(progressNanos).compareTo(patience) > 0) {
        throw new Stuck(
            otherwise + ", and no call has begun or ended for " + patience.toSeconds() + " s");
      }
    }
  }

  private static boolean isDone(CompletableFuture<Void> over) throws InterruptedException {
    try {
      over.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
